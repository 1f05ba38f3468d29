import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { AnswerCheck } from "./answer-check.ts";
import { LoadConnection } from "./load-connection.ts";
import { Requests } from "./requests.ts";

const TARGETS = ["/a", "/b", "/c"];

/** A server that answers each request as `answer` does, given its target and how many came before. */
async function serve(answer: (target: string, n: number) => string): Promise<number> {
  let n = 0;
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      const targets = [...data.toString().matchAll(/GET (\S+) /g)].map(([, target]) => target!);
      socket.write(targets.map((target) => answer(target, n++)).join(""));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const ok = (body: string, status = 200) =>
  `HTTP/1.1 ${status} OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends requests, some in one write, and returns how many were answered. */
async function load(port: number, atOnce: number, total: number): Promise<number> {
  const requests = new Requests(TARGETS, { clients: 1 });
  const check = new AnswerCheck(requests, {
    status: 200,
    isRight: (body, target) => body.toString().startsWith(target),
  });
  let count = 0;
  const wanted = () => {
    const next = Math.min(atOnce, total - count);
    count += next;
    return next;
  };
  const connection = await LoadConnection.open(port, { requests, check, wanted });
  onTestFinished(() => connection.close());
  return connection.run();
}

test("asks as often as is wanted, each time when all before is answered", async () => {
  const asked: string[] = [];
  const port = await serve((target) => {
    asked.push(target);
    return ok(target);
  });
  // What follows the end of a round is sent with what comes after it.
  expect(await load(port, 2, 8)).toBe(6);
  expect(asked).toEqual(["/a", "/b", "/c", "/a", "/b", "/c"]);
});

test.each<[string, (target: string, n: number) => string, string]>([
  ["another status", (target, n) => ok(target, n === 5 ? 500 : 200), "answered 500, not 200"],
  ["another length", (target, n) => ok(n === 5 ? `${target}!` : target), "3 bytes and 2 before"],
  ["another body", () => ok("/x"), "/a was answered /x"],
])("an answer of %s fails the load", async (_, answer, message) => {
  await expect(load(await serve(answer), 3, 9)).rejects.toThrow(message);
});
