import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { environmentWith } from "../environment.ts";
import { median, type Program, run } from "./measure.ts";
import type { Row } from "./row.ts";
import { times } from "./row.ts";

/** The time from the start of `mcp` to the result of its first call, against a status of the same cluster. */
export async function assistantRow(status: Program, mcp: Program, repetitions: number): Promise<Row> {
  const pairs: (readonly [number, number])[] = [];
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const pair = [await firstAnswer(mcp), await wallOf(status)] as const;
    if (repetition >= 0) pairs.push(pair);
  }
  const measured = {
    ours: median(pairs.map(([first]) => first)),
    theirs: median(pairs.map(([, second]) => second)),
    ratio: median(pairs.map(([first, second]) => first / second)),
  };
  return ["the first answer of mcp, with its start, against a status", times(measured), "1.5 x"];
}

/** Milliseconds of a run. */
async function wallOf(program: Program): Promise<number> {
  const begun = performance.now();
  await run(program);
  return performance.now() - begun;
}

/** A client that follows the protocol: it waits for the reply to `initialize` before it calls `status`. */
async function firstAnswer({ command, args }: Program): Promise<number> {
  const begun = performance.now();
  const child = spawn(command, args, { env: environmentWith({}), stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "bench", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  let time = Number.NaN;
  for await (const line of createInterface(child.stdout)) {
    const { id, error } = JSON.parse(line);
    if (error !== undefined) throw new Error(line);
    if (id === 2) {
      time = performance.now() - begun;
      break;
    }
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: { name: "status", arguments: {} } });
  }
  child.stdin.end();
  await ended;
  return time;
}
