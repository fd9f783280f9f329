import { isTraceLine } from "../parse/error-lines.ts";

/** Whether a line belongs to a stack trace, or to what a runtime prints around one. `next`: the line after it. */
export function isStackLine(text: string, next: string): boolean {
  return (
    isTraceLine(text) || aroundTrace.test(text) || goPlace.test(text) || (goFunction.test(text) && goPlace.test(next))
  );
}

const aroundTrace = /^(?:\[signal |PC=|runtime: |runtime stack:|goroutine |Node\.js v|Traceback \(|\s+from \S+:\d)/;

/** `	/src/main.go:42 +0x1d`: where a frame of Go is. */
const goPlace = /^\s+\S{1,300}\.(?:go|s):\d{1,6}(?: |$)/;

/** `main.run(0x0)`; errors with a stack omit the arguments (github.com/pkg/errors). */
const goFunction = /^[\w./*()[\]-]{3,300}(?:\(.{0,300}\))?$/;

/**
 * The lines of the frame in which the fault of line `fault` is, by their indices: of Go a function and its place, of
 * other languages one line. Frames of runtimes, loggers and recovering frameworks are passed over. Empty where no stack
 * belongs to the line.
 */
export function findFirstFrame(texts: readonly string[], fault: number): readonly number[] {
  const text = (index: number): string => texts[index] ?? "";
  if (pythonFrame.test(text(fault - 1)) || pythonFrame.test(text(fault - 2))) {
    const isDeepest = pythonFrame.test(text(fault - 1));
    return [isDeepest ? fault - 1 : fault - 2];
  }
  if (/^\s+at \S/.test(text(fault + 1))) return [fault + 1];
  const functions: number[] = [];
  let goroutines = 0;
  for (let at = fault + 1; at < texts.length && isStackLine(text(at), text(at + 1)); at += 1) {
    if (text(at).startsWith("goroutine ")) goroutines += 1;
    if (goroutines > 1) break;
    if (goFunction.test(text(at)) && goPlace.test(text(at + 1))) functions.push(at);
  }
  const panic = functions.findLastIndex((at) => text(at).startsWith("panic("));
  const below = functions.slice(panic + 1);
  const own = below.find((at) => !machinery.test(text(at)));
  return own === undefined ? [] : [own, own + 1];
}

const pythonFrame = /^\s+File ".{1,300}", line \d+/;

/** Frames that only carry a panic or an error on. */
const machinery =
  /^(?:runtime\.|panic\(|main\.main\(|k8s\.io\/klog|k8s\.io\/apimachinery\/pkg\/util\/runtime|net\/http\.|log\.|github\.com\/sirupsen\/logrus)|\blog\.FilteredLogger\.|\.logPanic\(/;
