/**
 * Reads a stream to its end if it is short.
 *
 * @returns its bytes, or `undefined` if there are more than `maxBytes`; the stream is then canceled
 */
export async function readSmall(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader({ mode: "byob" });
  const { value } = await reader.readAtLeast(maxBytes + 1, new Uint8Array(maxBytes + 1));
  if (value === undefined || value.length <= maxBytes) return value?.slice() ?? new Uint8Array();
  await reader.cancel();
  return undefined;
}
