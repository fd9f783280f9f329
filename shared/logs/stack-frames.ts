import { isTraceLine } from "../parse/error-lines.ts";

/** Lines that runtimes of Go, Node.js, Python and Ruby print around a stack trace. */
const aroundTrace = /^(?:\[signal |PC=|runtime: |runtime stack:|goroutine |Node\.js v|Traceback \(|\s+from \S+:\d)/;

/** The position of a frame of Go: `	/src/main.go:42 +0x1d`. */
const goPosition = /^\s+\S{1,300}\.(?:go|s):\d{1,6}(?: |$)/;

/** `main.run(0x0)`; errors with a stack omit the arguments (github.com/pkg/errors). */
const goFunction = /^[\w./*()[\]-]{3,300}(?:\(.{0,300}\))?$/;

/** `  File "/app/main.py", line 42, in run`. */
const pythonFrame = /^\s+File ".{1,300}", line \d+/;

/** Frames that only pass a panic or an error on. */
const passingFrame =
  /^(?:runtime\.|panic\(|main\.main\(|k8s\.io\/klog|k8s\.io\/apimachinery\/pkg\/util\/runtime|net\/http\.|log\.|github\.com\/sirupsen\/logrus)|\blog\.FilteredLogger\.|\.logPanic\(/;

/**
 * Whether a line belongs to a stack trace, or to what a runtime prints around one.
 * @param next the line after it, which has the position of a function of Go
 */
export function isStackLine(text: string, next: string): boolean {
  return (
    isTraceLine(text) ||
    aroundTrace.test(text) ||
    goPosition.test(text) ||
    (goFunction.test(text) && goPosition.test(next))
  );
}

/**
 * The indices of the lines of the frame that raised the fault of line `fault`. Empty if no stack belongs to the line.
 *   Python     the line before the fault, or two lines before it if a line of source is between: the deepest frame is last
 *   Java, Node the line after the fault
 *   Go         a function and its position: the first one that is not of a runtime, a logger or a framework
 */
export function findFirstFrame(texts: readonly string[], fault: number): readonly number[] {
  const text = (index: number): string => texts[index] ?? "";
  if (pythonFrame.test(text(fault - 1))) return [fault - 1];
  if (pythonFrame.test(text(fault - 2))) return [fault - 2];
  if (/^\s+at \S/.test(text(fault + 1))) return [fault + 1];
  const functions = listGoFunctions(texts, fault);
  const panic = functions.findLastIndex((index) => text(index).startsWith("panic("));
  const functionsBelowPanic = functions.slice(panic + 1);
  const faulty = functionsBelowPanic.find((index) => !passingFrame.test(text(index)));
  return faulty === undefined ? [] : [faulty, faulty + 1];
}

/** The indices of the functions in the stack of Go after line `fault`, of the first goroutine only. */
function listGoFunctions(texts: readonly string[], fault: number): readonly number[] {
  const functions: number[] = [];
  let goroutines = 0;
  for (let index = fault + 1; index < texts.length; index += 1) {
    const line = texts[index] ?? "";
    const next = texts[index + 1] ?? "";
    if (!isStackLine(line, next)) break;
    if (line.startsWith("goroutine ")) goroutines += 1;
    if (goroutines > 1) break;
    if (goFunction.test(line) && goPosition.test(next)) functions.push(index);
  }
  return functions;
}
