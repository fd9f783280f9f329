import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toText } from "../json-value.ts";
import { type DescribedSections, parseDescribedTime, readDescribedMappings } from "./described-text.ts";
import type { Lines } from "./lines.ts";

/*
 * A container of a described Pod. A termination message is printed as the container wrote it, so that any of its lines may
 * look like a field. It ends before the exit code, and is replaced by a number before the fields are read:
 *
 *     Containers:
 *       main:
 *         State:          Terminated
 *           Reason:       Error
 *           Message:      no disk          ->  Message: 0
 *       Ready:            True
 *           Exit Code:    1
 *         Ready:          False
 *         Restart Count:  4
 */

/** The spec and the status of a described Pod, with the times that kubectl prints (kubectl, pkg/describe, describePod). */
export function readPodFields({ text, time, linesBelow, conditions }: DescribedSections): Fields | PastedFaultCode {
  const initContainers = readContainers(linesBelow("Init Containers"));
  const containers = readContainers(linesBelow("Containers"));
  if (initContainers === undefined || containers === undefined) return "described-ambiguously";
  // An init container that runs after the Pod is initialized is a sidecar.
  const isInitialized = conditions.some(({ type, status }) => type === "Initialized" && status === "True");
  return {
    spec: {
      nodeName: text("Node").split("/")[0] || undefined,
      initContainers: initContainers.map(({ status: { name, state } }) => ({
        name,
        restartPolicy: isInitialized && "running" in state ? "Always" : undefined,
      })),
      containers: containers.map(({ status: { name }, readinessProbe }) => ({ name, readinessProbe })),
    },
    status: {
      ...readPhaseFields(text("Status"), text("Reason"), text("Message")),
      conditions,
      startTime: time("Start Time"),
      initContainerStatuses: listReportedStatuses(initContainers),
      containerStatuses: listReportedStatuses(containers),
    },
  };
}

/** The statuses of the containers that the kubelet has reported. */
function listReportedStatuses(containers: readonly DescribedContainer[]): readonly Fields[] {
  return containers.map(({ status }) => status).filter(({ state }) => Object.keys(state).length > 0);
}

/**
 * The phase with its reason and message. If the Pod is being deleted, kubectl prints `Terminating (lasts 5m)` instead of the
 * phase, which is then `Unknown`.
 */
function readPhaseFields(status: string, reason: string, message: string): Fields {
  if (!status.startsWith("Terminating")) return { phase: status, reason, message };
  const duration = /^Terminating \((.*)\)$/.exec(status)?.[1];
  return { phase: "Unknown", reason: "Terminating", message: duration ?? status };
}

interface DescribedContainer {
  readonly status: {
    readonly name: string;
    /** Empty if the kubelet has not reported the container. */
    readonly state: Fields;
    readonly lastState: Fields;
    readonly ready?: boolean | undefined;
    readonly restartCount: number;
  };
  readonly readinessProbe: Fields | undefined;
}

const exitCodeLine = /^ {6}Exit Code: +-?\d+ *$/;
const containerName = /^ {2}(\S+):(?:\n|$)/;

/**
 * Reads the containers below a label of a Pod, whose names are two deep and whose fields four. Undefined if a part of a
 * termination message may have been read as a field: a field or a container comes twice, a state is not as kubectl prints it,
 * or there are more exit codes than terminated states (kubectl, pkg/describe, describeContainers).
 */
function readContainers(lines: Lines): readonly DescribedContainer[] | undefined {
  const { text, messages } = replaceMessages(lines);
  const sections = text.split(/^(?= {2}\S+:$)/m).filter((section) => containerName.test(section));
  const containers = sections.flatMap((section) => readContainer(section, messages) ?? []);
  const names = new Set(containers.map(({ status }) => status.name));
  return names.size === sections.length ? containers : undefined;
}

/** Replaces each termination message, up to the next exit code, by its index in `messages`. */
function replaceMessages(lines: readonly string[]): { readonly text: string; readonly messages: readonly string[] } {
  const messages: string[] = [];
  const kept: string[] = [];
  const lastExitCode = lines.findLastIndex((line) => exitCodeLine.test(line));
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (!/^ {6}Message:/.test(line) || index > lastExitCode) {
      kept.push(line);
      continue;
    }
    const start = index;
    while (!exitCodeLine.test(lines[index + 1] ?? "")) index += 1;
    const message = lines.slice(start, index + 1).join("\n");
    kept.push(`      Message: ${messages.length}`);
    messages.push(message.slice(message.indexOf(":") + 1).trim());
  }
  return { text: kept.join("\n"), messages };
}

/** Reads one container. Undefined if it is not as kubectl prints it. */
function readContainer(section: string, messages: readonly string[]): DescribedContainer | undefined {
  const [fields = {}, ...repeatedFields] = readDescribedMappings(section, 4);
  const state = readStateAt("state", fields, messages);
  const lastState = readStateAt("lastState", fields, messages);
  if (repeatedFields.length > 0 || state === undefined || lastState === undefined) return undefined;
  const exitCodes = section.split("\n").filter((line) => exitCodeLine.test(line));
  const terminatedStates = [state, lastState].filter((containerState) => "terminated" in containerState);
  if (exitCodes.length > terminatedStates.length) return undefined;
  const status = {
    name: containerName.exec(section)?.[1] ?? "",
    state,
    lastState,
    ready: "ready" in fields ? /^True(?:\n|$)/.test(toText(fields["ready"])) : undefined,
    restartCount: Number.parseInt(toText(fields["restartCount"]), 10) || 0,
  };
  return { status, readinessProbe: "readiness" in fields ? {} : undefined };
}

/**
 * The state at a key. Empty if the key is absent, undefined if the state is not as kubectl prints it. After a state kubectl
 * prints the last state or whether the container is ready.
 */
function readStateAt(key: "state" | "lastState", fields: Fields, messages: readonly string[]): Fields | undefined {
  if (!(key in fields)) return {};
  const keys = Object.keys(fields);
  const nextKey = keys[keys.indexOf(key) + 1] ?? "";
  return nextKey === "lastState" || nextKey === "ready" ? parseState(toText(fields[key]), messages) : undefined;
}

/** A state and the fields below it, in the order in which kubectl prints them. */
const statePattern =
  /^(Running|Waiting|Terminated)(?:\nReason:(.*))?(?:\nMessage: (\d+))?(?:\nExit Code: +(-?\d+))?(?:\nSignal:.*)?(?:\nStarted: +(.*))?(?:\nFinished: +(.*))?$/;

/** Parses a state: `Waiting\nReason:  X` -> `{ waiting: { reason: "X" } }`. Undefined if it is not as kubectl prints it. */
function parseState(text: string, messages: readonly string[]): Fields | undefined {
  const [, state, reason = "", messageIndex, exitCode, started = "", finished = ""] = statePattern.exec(text) ?? [];
  const startedAt = parseDescribedTime(started);
  if (state === "Running") return { running: { startedAt } };
  if (state === "Waiting") return { waiting: { reason: reason.trim() } };
  if (state === undefined || exitCode === undefined) return undefined;
  return {
    terminated: {
      reason: reason.trim(),
      message: messageIndex === undefined ? "" : messages[Number(messageIndex)],
      exitCode: Number(exitCode),
      startedAt,
      finishedAt: parseDescribedTime(finished),
    },
  };
}
