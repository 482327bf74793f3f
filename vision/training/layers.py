"""The parts that the nets are put together of."""

from torch import Tensor, nn
from torch.nn import functional


class Residual(nn.Module):
    """Two convolutions whose outcome is added to what went in (He et al. 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, seen: Tensor) -> Tensor:
        """Change what is seen a little."""
        return functional.relu(seen + self.second(functional.relu(self.first(seen))))


def shrinking(width: int, wider: int) -> nn.Sequential:
    """Give a layer that halves the sides of a picture."""
    return nn.Sequential(
        nn.Conv2d(width, wider, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(wider), nn.ReLU()
    )


def evened(pictures: Tensor) -> Tensor:
    """Bring every picture of (n, 3, height, width) to one brightness and contrast."""
    middle = pictures.mean((1, 2, 3), keepdim=True)
    spread = pictures.std((1, 2, 3), keepdim=True) + 0.05
    return (pictures - middle) / spread
