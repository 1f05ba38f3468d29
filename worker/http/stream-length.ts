const CHUNK_BYTES = 2 ** 16;

/** Reads a stream to its end and holds none of it: how many bytes there were. */
export async function streamLength(stream: ReadableStream<Uint8Array>): Promise<number> {
  const reader = stream.getReader({ mode: "byob" });
  let chunk = new Uint8Array(CHUNK_BYTES);
  for (let length = 0; ; ) {
    const { value, done } = await reader.readAtLeast(CHUNK_BYTES, chunk);
    length += value?.length ?? 0;
    if (done || value === undefined) return length;
    chunk = new Uint8Array(value.buffer);
  }
}
