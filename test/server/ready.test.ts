import { expect, test, vi } from "vitest";
import { serve } from "../../scripts/commands/server-options.ts";

test.each([
  ["", "Ready on http://localhost:8787"],
  ["/docs", "Ready on http://localhost:8787/docs/"],
])("with the base path %j, the server says where its page is: %s", async (basePath, said) => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const close = vi.fn(async () => undefined);
  const served = serve(8787, async () => ({ origin: "http://localhost:8787", basePath, close }));
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith(said));
  process.emit("SIGTERM");
  expect(await served).toBe(0);
  expect(close).toHaveBeenCalledOnce();
  log.mockRestore();
});
