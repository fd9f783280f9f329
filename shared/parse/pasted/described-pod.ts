import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toText } from "../json-value.ts";
import { type DescribedSections, describedMappings, describedTime } from "./described-text.ts";

/** The spec and the status of a described Pod, with the times that it has (kubectl, pkg/describe, describePod). */
export function podFields({ text, time, linesBelow, conditions }: DescribedSections): Fields | PastedFaultCode {
  const init = containersIn(linesBelow("Init Containers"));
  const main = containersIn(linesBelow("Containers"));
  if (init === undefined || main === undefined) return "described-ambiguously";
  // Of init containers only one that is a sidecar runs on once the Pod is initialized.
  const isInitialized = conditions.some(({ type, status }) => type === "Initialized" && status === "True");
  const statusesOf = (containers: readonly DescribedContainer[]): readonly Fields[] =>
    containers.flatMap(({ status }) => (Object.keys(status.state).length === 0 ? [] : [status]));
  return {
    spec: {
      nodeName: text("Node").split("/")[0] || undefined,
      initContainers: init.map(({ status: { name, state } }) => ({
        name,
        restartPolicy: isInitialized && "running" in state ? "Always" : undefined,
      })),
      containers: main.map(({ status: { name }, readinessProbe }) => ({ name, readinessProbe })),
    },
    status: {
      ...phaseFields(text("Status"), text("Reason"), text("Message")),
      conditions,
      startTime: time("Start Time"),
      initContainerStatuses: statusesOf(init),
      containerStatuses: statusesOf(main),
    },
  };
}

/**
 * The phase with its reason and message. That of a Pod that is being deleted is not described, so it is Unknown: the text
 * has `Terminating (lasts 5m)` in its place.
 */
function phaseFields(phase: string, reason: string, message: string): Fields {
  if (!phase.startsWith("Terminating")) return { phase, reason, message };
  const [, duration = phase] = /^Terminating \((.*)\)$/.exec(phase) ?? [];
  return { phase: "Unknown", reason: "Terminating", message: duration };
}

interface DescribedContainer {
  readonly status: {
    readonly name: string;
    /** Empty where the kubelet has not reported the container. */
    readonly state: Fields;
    readonly lastState: Fields;
    readonly ready?: boolean | undefined;
    readonly restartCount: number;
  };
  readonly readinessProbe: Fields | undefined;
}

const exitCode = /^ {6}Exit Code: +-?\d+ *$/;

/**
 * The containers below a label of a Pod, whose names stand two deep and whose fields four. Undefined where a termination
 * message may be read as one: a field or a container that comes twice, or a state that is not as kubectl writes it
 * (kubectl, pkg/describe, describeContainers).
 */
function containersIn(lines: readonly string[]): readonly DescribedContainer[] | undefined {
  const { text, messages } = withoutMessages(lines);
  const parts = text.split(/^(?= {2}\S+:$)/m).filter((part) => containerName.test(part));
  const containers = parts.flatMap((part) => containerOf(part, messages) ?? []);
  const names = new Set(containers.map(({ status }) => status.name));
  return names.size === parts.length ? containers : undefined;
}

/**
 * The text with a number in place of each termination message. One stands there as the container wrote it, and ends before
 * its exit code, so that none of its lines is read as a field.
 */
function withoutMessages(lines: readonly string[]): { readonly text: string; readonly messages: readonly string[] } {
  const messages: string[] = [];
  const lastExit = lines.findLastIndex((line) => exitCode.test(line));
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (!/^ {6}Message:/.test(line) || index > lastExit) {
      kept.push(line);
      continue;
    }
    const start = index;
    while (!exitCode.test(lines[index + 1] ?? "")) index += 1;
    const message = lines.slice(start, index + 1).join("\n");
    kept.push(`      Message: ${messages.length}`);
    messages.push(message.slice(message.indexOf(":") + 1).trim());
  }
  return { text: kept.join("\n"), messages };
}

const containerName = /^ {2}(\S+):(?:\n|$)/;

function containerOf(part: string, messages: readonly string[]): DescribedContainer | undefined {
  const [fields = {}, ...again] = describedMappings(part, 4);
  const state = stateAt("state", fields, messages);
  const lastState = stateAt("lastState", fields, messages);
  if (again.length > 0 || state === undefined || lastState === undefined) return undefined;
  const exits = part.split("\n").filter((line) => exitCode.test(line));
  if (exits.length > [state, lastState].filter((each) => "terminated" in each).length) return undefined;
  const status = {
    name: containerName.exec(part)?.[1] ?? "",
    state,
    lastState,
    ready: "ready" in fields ? /^True(?:\n|$)/.test(toText(fields["ready"])) : undefined,
    restartCount: Number.parseInt(toText(fields["restartCount"]), 10) || 0,
  };
  return { status, readinessProbe: "readiness" in fields ? {} : undefined };
}

/** The state at a key, empty where it is absent. kubectl prints nothing between the states and whether it is ready. */
function stateAt(key: string, fields: Fields, messages: readonly string[]): Fields | undefined {
  if (!(key in fields)) return {};
  const keys = Object.keys(fields);
  const next = keys[keys.indexOf(key) + 1] ?? "";
  return /^(?:lastState|ready)$/.test(next) ? stateOf(toText(fields[key]), messages) : undefined;
}

/** A state as kubectl writes it: its word, and the fields below it in their order. */
const stateLines =
  /^(Running|Waiting|Terminated)(?:\nReason:(.*))?(?:\nMessage: (\d+))?(?:\nExit Code: +(-?\d+))?(?:\nSignal:.*)?(?:\nStarted: +(.*))?(?:\nFinished: +(.*))?$/;

/** A state as a Pod has it. `Waiting` above `Reason: X` is `{ waiting: { reason: "X" } }`. */
function stateOf(text: string, messages: readonly string[]): Fields | undefined {
  const [, word, reason = "", message, code, started = "", finished = ""] = stateLines.exec(text) ?? [];
  const startedAt = describedTime(started);
  if (word === "Running") return { running: { startedAt } };
  if (word === "Waiting") return { waiting: { reason: reason.trim() } };
  if (word === undefined || code === undefined) return undefined;
  return {
    terminated: {
      reason: reason.trim(),
      message: message === undefined ? "" : messages[Number(message)],
      exitCode: Number(code),
      startedAt,
      finishedAt: describedTime(finished),
    },
  };
}
