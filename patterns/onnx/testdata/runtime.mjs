// Runs models in onnxruntime. A line of the input has a model and the data of its inputs; the answer is a line with the
// types, shapes and small data of its outputs, or with why it was refused.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const { InferenceSession, Tensor } = createRequire(process.argv[2] + '/')('onnxruntime-node');
const arrays = {
	float: ['float32', Float32Array], double: ['float64', Float64Array], float16: ['float16', Uint16Array],
	int8: ['int8', Int8Array], int16: ['int16', Int16Array], int32: ['int32', Int32Array], int64: ['int64', BigInt64Array],
	uint8: ['uint8', Uint8Array], uint16: ['uint16', Uint16Array], uint32: ['uint32', Uint32Array],
	uint64: ['uint64', BigUint64Array], bool: ['bool', Uint8Array], string: ['string', Array],
};
const options = { graphOptimizationLevel: 'disabled', logSeverityLevel: 4, intraOpNumThreads: 1, interOpNumThreads: 1 };

function tensor({ elem, shape, data }) {
	const [type, list] = arrays[elem];
	const size = shape.reduce((n, d) => n * d, 1);
	const at = (i) => data[i % data.length];
	const values = Array.from({ length: size }, (_, i) =>
		type === 'string' ? String(at(i)) : type.endsWith('int64') ? BigInt(at(i)) : type === 'float16' ? 0x3c00 : at(i));
	return new Tensor(type, list === Array ? values : list.from(values), shape);
}

async function run({ model, inputs }) {
	let session;
	try {
		session = await InferenceSession.create(Buffer.from(model, 'base64'), options);
	} catch (e) {
		return { refused: 'load: ' + e.message };
	}
	try {
		const feeds = Object.fromEntries(session.inputNames.map((name) => [name, tensor(inputs[name])]));
		const outputs = {};
		for (const [name, x] of Object.entries(await session.run(feeds))) {
			const elem = Object.keys(arrays).find((k) => arrays[k][0] === x.type) ?? x.type;
			const data = x.size <= 64 && elem !== 'string' ? Array.from(x.data, Number) : [NaN];
			outputs[name] = { elem, shape: x.dims, data: data.every(Number.isFinite) ? data : undefined };
		}
		return { outputs };
	} catch (e) {
		return { refused: 'run: ' + e.message };
	} finally {
		await session.release();
	}
}

for await (const line of createInterface({ input: process.stdin })) {
	process.stdout.write(JSON.stringify(await run(JSON.parse(line))) + '\n');
}
