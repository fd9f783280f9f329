import { type Disposable, type LogOutputChannel, window } from "vscode";

/** What was asked of which server, and what went wrong; never a secret. The channel is made with its first line. */
export interface Log extends Disposable {
  readonly asked: (line: string) => void;
  /** Our own fault. */
  readonly failed: (bug: unknown) => void;
  show(): void;
}

export function logOf(): Log {
  let made: LogOutputChannel | undefined;
  let isDisposed = false;
  /** Undefined at the end: what is closed then may still have something to say. */
  const channel = (): LogOutputChannel | undefined => {
    if (!isDisposed) made ??= window.createOutputChannel("HCO Status", { log: true });
    return isDisposed ? undefined : made;
  };
  return {
    asked: (line) => channel()?.info(line),
    failed: (bug) => channel()?.error(bug instanceof Error ? bug : String(bug)),
    show: () => channel()?.show(true),
    dispose() {
      isDisposed = true;
      made?.dispose();
    },
  };
}
