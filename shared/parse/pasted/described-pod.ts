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

const exitCode = String.raw` {6}Exit Code: +-?\d+ *$`;
const anyExitCode = new RegExp(`^${exitCode}`, "gm");
const messageBeforeExit = new RegExp(String.raw`(?<=^ {6}Message:).*\n(?:(?!${exitCode}).*\n)*(?=${exitCode})`, "gm");

/**
 * The containers below a label of a Pod, whose names stand two deep and whose fields four. A termination message stands
 * there as the container wrote it, and ends before its exit code: a number takes its place, so that none of its lines is
 * read as a field. Undefined where one may be nevertheless: a field or a container that comes twice, or a state that is
 * not as kubectl writes it (kubectl, pkg/describe, describeContainers).
 */
function containersIn(lines: readonly string[]): readonly DescribedContainer[] | undefined {
  const messages: string[] = [];
  const text = lines.join("\n").replace(messageBeforeExit, (message) => ` ${messages.push(message.trim()) - 1}\n`);
  const [, ...parts] = text.split(/^ {2}(\S+):$/m);
  const found: DescribedContainer[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const [name = "", part = ""] = parts.slice(index);
    const container = containerOf(name, part, messages);
    if (container === undefined || found.some(({ status }) => status.name === name)) return undefined;
    found.push(container);
  }
  return found;
}

function containerOf(name: string, part: string, messages: readonly string[]): DescribedContainer | undefined {
  const [fields = {}, ...again] = describedMappings(part, 4);
  const text = (key: string): string => toText(fields[key]);
  const states = ["state", "lastState"].map((key) => (key in fields ? stateOf(text(key), messages) : {}));
  const [state, lastState] = states;
  if (again.length > 0 || state === undefined || lastState === undefined) return undefined;
  // kubectl prints nothing between the states and whether the container is ready.
  const keys = Object.keys(fields);
  const follows = (key: string): string => keys[keys.indexOf(key) + 1] ?? "";
  if (["state", "lastState"].some((key) => key in fields && !/^(?:lastState|ready)$/.test(follows(key))))
    return undefined;
  const exits = part.match(anyExitCode) ?? [];
  if (exits.length > states.filter((each) => each !== undefined && "terminated" in each).length) return undefined;
  const status = {
    name,
    state,
    lastState,
    ready: "ready" in fields ? /^True(?:\n|$)/.test(text("ready")) : undefined,
    restartCount: Number.parseInt(text("restartCount"), 10) || 0,
  };
  return { status, readinessProbe: "readiness" in fields ? {} : undefined };
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
