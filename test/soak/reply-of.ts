import type { WireReply } from "../edge/http-connection.ts";
import type { Reply } from "../worker/reply.ts";

/**
 * A response as a client reads it, with the request that it answers.
 * @param request its bytes, as Latin-1
 */
export function replyOf(request: string, { status, head, body }: WireReply): Reply {
  const [method = "", target = ""] = request.split(" ", 2);
  const fields = head.split("\r\n").flatMap((line) => {
    const [, name, value] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value]];
  });
  return {
    method,
    target: Buffer.from(target, "latin1").toString("utf8"),
    status,
    headers: Object.fromEntries(fields),
    body: body.toString("utf8"),
  };
}
