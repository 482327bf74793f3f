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


def descending(channels: int, width: int) -> nn.ModuleList:
    """Give four layers that see ever more of a picture of so many channels, ever more coarsely."""
    widths = (width, 2 * width, 3 * width, 4 * width)
    return nn.ModuleList(
        [
            shrinking(channels, widths[0]),
            nn.Sequential(shrinking(widths[0], widths[1]), Residual(widths[1])),
            nn.Sequential(shrinking(widths[1], widths[2]), Residual(widths[2]), Residual(widths[2])),
            nn.Sequential(shrinking(widths[2], widths[3]), Residual(widths[3]), Residual(widths[3])),
        ]
    )


def evened(pictures: Tensor) -> Tensor:
    """Bring every picture of (n, 3, height, width) to one brightness and contrast."""
    middle = pictures.mean((1, 2, 3), keepdim=True)
    spread = pictures.std((1, 2, 3), keepdim=True) + 0.05
    return (pictures - middle) / spread
