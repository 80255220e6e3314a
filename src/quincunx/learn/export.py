"""A model as an ONNX file: a graph made node by node from its weights.

PyTorch's own exporter would need more libraries, and says more than is needed. Each normalisation
becomes part of the convolution before it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from quincunx.learn.model import Block, Model
from quincunx.learn.nets import NetInfo

__all__ = ["to_onnx"]

#: Old enough for every runtime of the last years.
_OPSET = 17
_IR_VERSION = 8


def to_onnx(model: Model, info: NetInfo) -> bytes:
    """The file's content. What goes in is called planes; what comes out, policy and value."""
    graph = _Graph()
    with torch.no_grad():
        _write(graph, model)
    planes = graph.input_shape
    whole = helper.make_graph(
        graph.nodes,
        "policy and value",
        [helper.make_tensor_value_info("planes", TensorProto.UINT8, ["N", *planes])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["N", graph.actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["N"]),
        ],
        graph.constants,
    )
    file = helper.make_model(
        whole,
        producer_name="quincunx",
        ir_version=_IR_VERSION,
        opset_imports=[helper.make_opsetid("", _OPSET)],
    )
    helper.set_model_props(file, info.metadata())
    onnx.checker.check_model(file, full_check=True)
    return bytes(file.SerializeToString())


class _Graph:
    """Nodes and constants, as they come."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.input_shape: tuple[int, int, int] = (0, 0, 0)
        self.actions = 0

    def constant(self, value: npt.NDArray[Any]) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, kind: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        output = name or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def relu(self, x: str) -> str:
        return self.add("Relu", x)

    def shape(self, x: str, *sizes: int, name: str | None = None) -> str:
        """Another shape for each net's row; -1 is whatever is left."""
        return self.add("Reshape", x, self.constant(np.array([0, *sizes])), name=name)

    def convolution(self, x: str, layer: nn.Conv2d, norm: nn.BatchNorm2d | None = None) -> str:
        weight = layer.weight
        bias = torch.zeros(layer.out_channels) if layer.bias is None else layer.bias
        if norm is not None:
            assert norm.running_mean is not None and norm.running_var is not None
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weight = weight * scale[:, None, None, None]
            bias = (bias - norm.running_mean) * scale + norm.bias
        pads = [layer.kernel_size[0] // 2] * 4
        kernel = list(layer.kernel_size)
        constants = self.constant(weight.numpy()), self.constant(bias.numpy())
        return self.add("Conv", x, *constants, kernel_shape=kernel, pads=pads)

    def normed(self, x: str, pair: nn.Sequential) -> str:
        layer, norm = pair
        assert isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d)
        return self.convolution(x, layer, norm)

    def linear(self, x: str, layer: nn.Linear) -> str:
        constants = self.constant(layer.weight.numpy()), self.constant(layer.bias.numpy())
        return self.add("Gemm", x, *constants, transB=1)


def _write(graph: _Graph, model: Model) -> None:
    """What :meth:`Model.forward` does, once more."""
    stem = model.stem[0]
    assert isinstance(stem, nn.Conv2d)
    graph.input_shape = stem.in_channels, model.side, model.side
    graph.actions = model.actions
    x = graph.add("Cast", "planes", to=TensorProto.FLOAT)
    x = graph.relu(graph.normed(x, model.stem))
    for block in model.blocks:
        assert isinstance(block, Block)
        inner = graph.relu(graph.normed(x, block.first))
        x = graph.relu(graph.add("Add", x, graph.normed(inner, block.second)))
    cells = graph.convolution(graph.relu(graph.normed(x, model.policy_stem)), model.policy)
    cells = graph.shape(cells, model.each, -1)
    cells = graph.add("Gather", cells, graph.constant(model.places.numpy()), axis=2)
    cells = graph.add("Transpose", cells, perm=[0, 2, 1])
    whole = graph.shape(graph.relu(graph.normed(x, model.value_stem)), -1)
    whole = graph.relu(graph.linear(whole, model.hidden))
    if model.swap is None:
        graph.shape(cells, -1, name="policy")
    else:
        swap = graph.linear(whole, model.swap)
        graph.add("Concat", graph.shape(cells, -1), swap, axis=1, name="policy")
    value = graph.add("Tanh", graph.linear(whole, model.value))
    graph.add("Squeeze", value, graph.constant(np.array([1])), name="value")
