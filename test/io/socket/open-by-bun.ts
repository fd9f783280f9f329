import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { openHttp2Socket } from "../../../shared/io/socket/bun-socket.ts";
import type { BunOutcome, BunTrial } from "./bun-trial.ts";

// Run by Bun: opens what each line of standard input says, and prints what came of it as a line.

for await (const line of createInterface(process.stdin)) {
  const trial = JSON.parse(line) as BunTrial;
  const { host, port, servername, protocols = ["h2", "http/1.1"], pair, authority } = trial;
  const tls = {
    authority: Buffer.from(authority),
    rejectUnauthorized: trial.isChecked ?? true,
    ...(servername !== undefined && { servername }),
    ...pair,
  };
  const limit = AbortSignal.timeout(trial.milliseconds ?? 10_000);
  const opening = openHttp2Socket({ host, port, tls, protocols }, limit);
  const socket = opening === undefined ? "left to Node" : await opening.catch(() => "given up" as const);
  if (typeof socket === "string" || socket === undefined) {
    print({ outcome: socket ?? "closed" });
    continue;
  }
  const events: string[] = [];
  const sent = Buffer.alloc(trial.bytes ?? 0, "x");
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  socket.on("error", (error) => events.push(`error ${(error as NodeJS.ErrnoException).code}`));
  // A listener that is added late misses nothing.
  if (trial.listensAfter !== undefined) await pause(trial.listensAfter);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  for (let place = 0; place < sent.length; place += 65_536) socket.write(sent.subarray(place, place + 65_536));
  const waits = socket.writableLength > 0;
  if (trial.ends) socket.destroy();
  await closed;
  const { destroyed, writable } = socket;
  const code = (socket.errored as NodeJS.ErrnoException | null)?.code;
  print({ outcome: "open", heard, waits, events, ...(code !== undefined && { code }), destroyed, writable });
}

function print(outcome: BunOutcome): void {
  console.log(JSON.stringify(outcome));
}
