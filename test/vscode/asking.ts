import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type * as vscode from "vscode";

/**
 * Runs `question` in the extension host and gives what it returns, as JSON. Only its text travels: it sees `vscode`,
 * the values and the host's globals, nothing of the file it stands in.
 */
export type Ask = <Values extends readonly unknown[], Answer>(
  question: (editor: typeof vscode, ...values: Values) => Answer | Thenable<Answer>,
  ...values: Values
) => Promise<Answer>;

/** The asking side of the extension in test/vscode/asking. */
interface Asking {
  readonly ask: Ask;
  /** What the extension host must have in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Asks the hosts that are there no more: their windows are closed, and VS Code keeps them for seconds. */
  readonly leaveHosts: () => void;
  readonly stop: () => Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Waits at `path` for extension hosts; a question goes to the one that came last, and waits for the first. */
export async function listen(path: string): Promise<Asking> {
  const all = new Set<Host>();
  let hosts: readonly Host[] = [];
  let arrival = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    const host = hostAt(socket);
    socket.on("close", () => {
      all.delete(host);
      hosts = hosts.filter((each) => each !== host);
    });
    all.add(host);
    hosts = [...hosts, host];
    arrival.resolve();
    arrival = Promise.withResolvers();
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  const ask = async (question: unknown, ...values: unknown[]): Promise<unknown> => {
    while (hosts.length === 0) await arrival.promise;
    return hosts.at(-1)?.ask(String(question), values);
  };
  const stop = (): Promise<void> =>
    new Promise((stopped) => {
      server.close(() => stopped());
      for (const host of all) host.leave();
    });
  const leaveHosts = (): void => {
    hosts = [];
  };
  return { ask: ask as Ask, env: { HCO_STATUS_ASKING: path }, leaveHosts, stop };
}

interface Host {
  readonly ask: (question: string, values: readonly unknown[]) => Promise<unknown>;
  readonly leave: () => void;
}

/** Questions that are open when the host goes fail. */
function hostAt(socket: Socket): Host {
  const open = new Map<number, (answer: Answer) => void>();
  let count = 0;
  const receiveAnswer = (answer: Answer): void => {
    open.get(answer.id)?.(answer);
    open.delete(answer.id);
  };
  createInterface({ input: socket }).on("line", (line) => receiveAnswer(JSON.parse(line)));
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    for (const id of open.keys()) receiveAnswer({ id, error: "it ended before it answered" });
  });
  const ask = async (question: string, values: readonly unknown[]): Promise<unknown> => {
    const id = count++;
    const answered = new Promise<Answer>((answer) => open.set(id, answer));
    socket.write(`${JSON.stringify({ id, question, values })}\n`);
    const { value, error } = await answered;
    if (error !== undefined) throw new Error(`in the extension host: ${error}`);
    return value;
  };
  return { ask, leave: () => socket.destroy() };
}
