"""Going on with a net that was taught before."""

from functools import partial
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

Weights = tuple[Tensor, Tensor]


def take_up(net: nn.Module, kept: Path, seen: Tensor) -> None:
    """Give a net the weights of one like it that was written down.

    Written down, what evens out the answers of a convolution is part of the convolution. It is parted from it
    again, so that the net says the same, be it taught or asked.

    Args:
        net: Its convolutions, each followed by what evens it out if anything does, and its last layers stand
            in the order in which they are asked.
        kept: The net, as ONNX.
        seen: Pictures like those that it will be taught with; they tell how answers are spread.
    """
    weights = iter(_weights(kept))
    hooks = []
    for layer in net.modules():
        if isinstance(layer, nn.Conv2d):
            weight, bias = next(weights)
            layer.weight.data.copy_(weight)
            if layer.bias is not None:  # nothing evens out its answers
                layer.bias.data.copy_(bias)
        elif isinstance(layer, nn.BatchNorm2d):
            hooks.append(layer.register_forward_pre_hook(partial(_even_out, bias=bias)))
        elif isinstance(layer, nn.Linear):
            for own, other in zip((layer.weight, layer.bias), next(weights), strict=True):
                own.data.copy_(other)
    with torch.no_grad():
        net(seen)
    for hook in hooks:
        hook.remove()


def _weights(kept: Path) -> list[Weights]:
    """Give the weights and biases of a kept net's layers, the first layer first."""
    graph = onnx.load(str(kept)).graph
    arrays = {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}
    layers = [node.input for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(arrays[weight], arrays[bias]) for _, weight, bias in layers]


def _even_out(layer: nn.BatchNorm2d, given: tuple[Tensor], bias: Tensor) -> None:
    """Have a layer change what it is given by the bias alone."""
    mean, spread = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3), unbiased=False)
    layer.running_mean, layer.running_var = mean, spread
    layer.weight.data.copy_(torch.sqrt(spread + layer.eps))
    layer.bias.data.copy_(bias + mean)
