import { type Disposable, type LogOutputChannel, window } from "vscode";

/**
 * The log of requests with their servers, and of failures; it never contains secrets. The first line creates the
 * channel.
 */
export interface OutputLog extends Disposable {
  readonly request: (line: string) => void;
  /** Logs a bug of the extension. */
  readonly failed: (bug: unknown) => void;
  show(): void;
}

export function createOutputLog(): OutputLog {
  let made: LogOutputChannel | undefined;
  let isDisposed = false;
  /** Returns the channel. Undefined after disposal, when parts that are being closed may still log. */
  const channel = (): LogOutputChannel | undefined => {
    if (!isDisposed) made ??= window.createOutputChannel("HCO Status", { log: true });
    return isDisposed ? undefined : made;
  };
  return {
    request: (line) => channel()?.info(line),
    failed: (bug) => channel()?.error(bug instanceof Error ? bug : String(bug)),
    show: () => channel()?.show(true),
    dispose() {
      isDisposed = true;
      made?.dispose();
    },
  };
}
