import type { Fields } from "../json-value.ts";
import { describedTime } from "./described-sections.ts";

/** A container of a described Pod. */
export interface DescribedContainer {
  readonly name: string;
  readonly state: Fields;
  readonly lastState: Fields;
  /** Absent where the kubelet has not reported the container. */
  readonly ready?: boolean;
  readonly restartCount: number;
  readonly readinessProbe: Fields;
}

/** A state, and the number of its lines. */
interface DescribedState {
  readonly state: Fields;
  readonly length: number;
}

/** The lines of one container by their labels. */
interface ContainerLines {
  readonly name: string;
  readonly texts: Map<string, string>;
  readonly states: Map<string, Fields>;
}

/**
 * The containers below a label of a Pod, whose names stand two deep and whose fields four. A termination message stands
 * there as the container wrote it, and ends before its exit code. Undefined where it may have been taken for fields: a
 * field that comes twice, or an exit code without a state (kubectl, pkg/describe, describeContainers).
 */
export function readDescribedContainers(lines: readonly string[]): readonly DescribedContainer[] | undefined {
  const found = new Map<string, ContainerLines>();
  let here: ContainerLines | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, name] = /^ {2}(\S+):$/.exec(line) ?? [];
    const [, label, text = ""] = /^ {4}([A-Z][A-Za-z ]*):(?:\s+(.*))?$/.exec(line) ?? [];
    if (name !== undefined) {
      if (found.has(name)) return undefined;
      here = { name, texts: new Map(), states: new Map() };
      found.set(name, here);
    } else if (here !== undefined && label !== undefined) {
      if (here.texts.has(label)) return undefined;
      here.texts.set(label, text.trim());
      if (label !== "State" && label !== "Last State") continue;
      const read = stateAt(lines, index, text.trim());
      if (read === undefined) return undefined;
      here.states.set(label, read.state);
      index += read.length;
    } else if (exitCode.test(line) && here?.texts.has("State") === true) return undefined;
  }
  return [...found.values()].map(containerOf);
}

function containerOf({ name, texts, states }: ContainerLines): DescribedContainer {
  const ready = texts.get("Ready");
  return {
    ...{ name, state: states.get("State") ?? {}, lastState: states.get("Last State") ?? {} },
    ...(ready === undefined ? {} : { ready: ready === "True" }),
    restartCount: Number(/^\d{1,9}$/.exec(texts.get("Restart Count") ?? "")?.[0] ?? 0),
    readinessProbe: texts.has("Readiness") ? { readinessProbe: {} } : {},
  };
}

const exitCode = /^ {6}Exit Code:\s+-?\d+\s*$/;

/**
 * The state whose word stands at a line, as a Pod has it, and the number of the lines below that belong to it. Undefined
 * where none of the labels follows that kubectl prints after a state.
 */
function stateAt(lines: readonly string[], start: number, word: string): DescribedState | undefined {
  let next = start + 1;
  const take = (label: string): string => {
    const begin = `      ${label}:`;
    if (lines[next]?.startsWith(begin) !== true) return "";
    next += 1;
    return (lines[next - 1] ?? "").slice(begin.length).trim();
  };
  const reason = take("Reason");
  const hasMessage = lines[next]?.startsWith("      Message:") === true;
  const message = [take("Message")];
  while (hasMessage && next < lines.length && !exitCode.test(lines[next] ?? "")) message.push(lines[next++] ?? "");
  const [code] = [take("Exit Code"), take("Signal")].map((text) => Number.parseInt(text, 10));
  const times = { ...timed("startedAt", take("Started")), ...timed("finishedAt", take("Finished")) };
  if (!/^ {4}(Last State|Ready):/.test(lines[next] ?? "")) return undefined;
  const length = next - start - 1;
  if (word === "Running") return { state: { running: times }, length };
  if (word === "Waiting") return { state: { waiting: { reason } }, length };
  if (word !== "Terminated" || code === undefined || Number.isNaN(code)) return undefined;
  return { state: { terminated: { reason, message: message.join("\n").trim(), exitCode: code, ...times } }, length };
}

function timed(name: string, text: string): Fields {
  const time = describedTime(text);
  return time === undefined ? {} : { [name]: time };
}
