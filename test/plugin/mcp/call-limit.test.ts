import { expect, test } from "vitest";
import { createCallLimit } from "../../../plugin/mcp/call-limit.ts";

const { signal } = new AbortController();

test("at most four calls read at once, in the order of the calls, and a wait takes no turn", async () => {
  const inTurn = createCallLimit("clusters");
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const call = (name: "status" | "wait", label: string, until = signal): Promise<void> =>
    inTurn(name, until, () => {
      begun.push(label);
      return new Promise((resolve) => ends.push(resolve));
    });
  const cancelled = new AbortController();
  const calls = ["a", "b", "c", "d"].map((label) => call("status", label));
  const late = call("status", "late", cancelled.signal);
  const next = call("status", "e");
  const waiting = call("wait", "w");
  expect(begun).toEqual(["a", "b", "c", "d", "w"]);
  cancelled.abort(new Error("cancelled"));
  for (const end of ends) end();
  await Promise.all([...calls, waiting]);
  await expect(late).rejects.toThrow("cancelled");
  expect(begun.at(-1)).toBe("e");
  ends.at(-1)?.();
  await next;
});

test("calls of a must-gather read it one after the other", async () => {
  const inTurn = createCallLimit("mustGather");
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const calls = ["a", "b"].map((label) =>
    inTurn("status", signal, () => {
      begun.push(label);
      return promise;
    }),
  );
  expect(begun).toEqual(["a"]);
  resolve();
  await Promise.all(calls);
  expect(begun).toEqual(["a", "b"]);
});

test("what a client calls beyond 64 open calls is refused at once, until others have their results", async () => {
  const inTurn = createCallLimit("clusters");
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = Array.from({ length: 64 }, () => inTurn("status", signal, () => promise));
  await expect(inTurn("wait", signal, async () => {})).rejects.toThrow("more than 64 calls at once");
  resolve();
  await Promise.all(calls);
  expect(await inTurn("status", signal, async () => "read")).toBe("read");
});
