import type { Person, WindowSize } from "./world.ts";

/** Whoever sits at the terminal of a process; nothing is opened or changed before somebody wants to be called. */
export function personAt(process: NodeJS.Process): Person {
  return {
    onStop: (call) => listening(process, ["SIGINT", "SIGTERM", "SIGHUP"], call),
    onResize(call) {
      const resized = (): void => call(sizeOf(process.stdout));
      process.stdout.on("resize", resized);
      return () => process.stdout.off("resize", resized);
    },
    onKey(call) {
      const { stdin } = process;
      if (!stdin.isTTY) return () => {};
      const typed = (bytes: Buffer): void => call(bytes.toString());
      // Of a terminal that is gone: its end is told by a signal.
      const broken = (): void => {};
      stdin.on("error", broken);
      stdin.setRawMode(true);
      stdin.on("data", typed).resume();
      return () => {
        stdin.off("data", typed).pause();
        stdin.setRawMode(false);
        stdin.off("error", broken);
      };
    },
    onContinue: (call) => listening(process, ["SIGCONT"], call),
    onEnd(call) {
      // What an uncaught error prints comes after the first, and before the second.
      process.on("uncaughtExceptionMonitor", call).on("exit", call);
      return () => {
        process.off("uncaughtExceptionMonitor", call).off("exit", call);
      };
    },
    suspend() {
      if (process.platform === "win32") return;
      // The whole group, as the terminal itself would.
      process.kill(0, "SIGTSTP");
    },
  };
}

/** As the terminal says it; of a pipe nothing. */
export function sizeOf({ columns, rows }: NodeJS.WriteStream): WindowSize {
  return { ...(columns !== undefined && { columns }), ...(rows !== undefined && { rows }) };
}

function listening<Signal extends NodeJS.Signals>(
  process: NodeJS.Process,
  signals: readonly Signal[],
  call: (signal: Signal) => void,
): () => void {
  const listener = (signal: NodeJS.Signals): void => call(signal as Signal);
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
