"""Prints the time of patgraph check beside that of the reference: times.py PATGRAPH MODEL...

It needs onnx for Python (Debian: python3-onnx). All times are of processors, in milliseconds, the least of several in one
run: of the whole process of patgraph, of the reference's strict inference and full check in process, and of its process.
Two models are made: 3,000 nodes with 600 MB of weights, and 100,000 nodes.
"""
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy
import onnx
from onnx import TensorProto, checker, helper, numpy_helper, shape_inference


def made(path, blocks, weights, width):
    """Writes a network of blocks of five nodes, of which the third reads a shape."""
    tensors = [numpy_helper.from_array(numpy.zeros((width, width), numpy.float32), "w%d" % i) for i in range(weights)]
    tensors.append(numpy_helper.from_array(numpy.array(width, numpy.int64), "width"))
    nodes, last = [], "x"
    for i in range(blocks):
        of = lambda name: "%s%d" % (name, i)
        nodes += [
            helper.make_node("MatMul", [last, "w%d" % (i % weights)], [of("m")]),
            helper.make_node("Relu", [of("m")], [of("r")]),
            helper.make_node("Shape", [of("r")], [of("s")]),
            helper.make_node("Reshape", [of("r"), of("s")], [of("q")]),
            helper.make_node("Add", [of("q"), last], [of("y")]),
        ]
        last = of("y")
    kind = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", width])
    graph = helper.make_graph(nodes, "made", [kind("x")], [kind(last)], tensors)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)


def least(times, run):
    return min(run() for _ in range(times)) * 1000


def process(*command):
    def run():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return run


def within(work):
    def run():
        before = time.process_time()
        work()
        return time.process_time() - before
    return run


def main():
    patgraph, paths = sys.argv[1], sys.argv[2:]
    whole = "import onnx, sys; onnx.checker.check_model(onnx.load(sys.argv[1]), full_check=True)"
    with tempfile.TemporaryDirectory() as folder:
        large, long = os.path.join(folder, "3,000 nodes, 600 MB.onnx"), os.path.join(folder, "100,000 nodes.onnx")
        made(large, 600, 144, 1024)
        made(long, 20_000, 1, 64)
        print("| model | nodes | patgraph check | strict inference | full check | the reference's process |")
        print("|---|--:|--:|--:|--:|--:|")
        for path in paths + [large, long]:
            model = onnx.load(path)
            times = 3 if path == long else 9
            print("| %s | %d | %.0f | %.0f | %.0f | %.0f |" % (
                os.path.basename(path), len(model.graph.node),
                least(times, process(patgraph, "check", "--no-cache", path)),
                least(3, within(lambda: shape_inference.infer_shapes(model, strict_mode=True))),
                least(3, within(lambda: checker.check_model(model, full_check=True))),
                least(3, process(sys.executable, "-c", whole, path))))


main()
