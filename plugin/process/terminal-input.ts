import { definedFields } from "../../shared/model/defined-fields.ts";
import type { TerminalInput, WindowSize } from "./host-environment.ts";

/** The user at the terminal of a process. Nothing is opened or changed before a caller registers for an event. */
export function openTerminalInput(process: NodeJS.Process): TerminalInput {
  return {
    onStop: (call) => listening(process, ["SIGINT", "SIGTERM", "SIGHUP"], call),
    onResize(call) {
      const resized = (): void => call(windowSizeOf(process.stdout));
      process.stdout.on("resize", resized);
      return () => process.stdout.off("resize", resized);
    },
    onKey(call) {
      const { stdin } = process;
      if (!stdin.isTTY) return () => {};
      const typed = (bytes: Buffer): void => call(bytes.toString());
      // Errors come from a terminal that is gone. A signal reports that.
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
      // An uncaught error is printed after the first event, and before the second.
      process.on("uncaughtExceptionMonitor", call).on("exit", call);
      return () => {
        process.off("uncaughtExceptionMonitor", call).off("exit", call);
      };
    },
    suspend() {
      if (process.platform === "win32") return;
      // Stops the whole process group, as the terminal itself would.
      process.kill(0, "SIGTSTP");
    },
  };
}

/** The size that the terminal reports. A pipe has none. */
export function windowSizeOf({ columns, rows }: NodeJS.WriteStream): WindowSize {
  return { ...definedFields({ columns, rows }) };
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
