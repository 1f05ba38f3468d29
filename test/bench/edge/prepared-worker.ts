/** Headers that the runtime sets itself. */
const OWN = ["content-length", "date", "connection"];

/**
 * The code of a Worker that answers every request with the status, headers and body of a response,
 * made ready before: what the runtime takes to send them, whoever decides that they are sent.
 */
export async function preparedWorker(response: Response): Promise<string> {
  const { status } = response;
  const headers = [...response.headers].filter(([name]) => !OWN.includes(name));
  const body = await response.text();
  return `const prepared = { status: ${status}, headers: new Headers(${JSON.stringify(headers)}) };
const body = new TextEncoder().encode(${JSON.stringify(body)});
export default { fetch: () => new Response(body, prepared) };`;
}
