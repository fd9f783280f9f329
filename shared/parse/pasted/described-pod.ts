import type { Fields } from "../json-value.ts";
import {
  type DescribedSection,
  type DescribedSections,
  describedTime,
  tableRows,
  textOf,
} from "./described-sections.ts";

/** The spec and the status of a described Pod, with the times that it has (kubectl, pkg/describe, describePod). */
export function podFields(sections: DescribedSections): Fields {
  const [node = ""] = textOf(sections.first("Node")).split("/");
  const conditions = tableRows(sections.last("Conditions")?.lines ?? []).map(({ type, status }) => ({ type, status }));
  const init = containersIn(sections.first("Init Containers"));
  const main = containersIn(sections.first("Containers"));
  // Of init containers only one that is a sidecar runs on once the Pod is initialized.
  const isInitialized = conditions.some(({ type, status }) => type === "Initialized" && status === "True");
  const isSidecar = ({ state }: DescribedContainer): boolean => isInitialized && "running" in state;
  const startTime = describedTime(textOf(sections.first("Start Time")));
  return {
    spec: {
      ...(node === "" ? {} : { nodeName: node }),
      initContainers: init.map((each) => ({
        name: each.name,
        ...(isSidecar(each) ? { restartPolicy: "Always" } : {}),
      })),
      containers: main.map(({ name, readinessProbe }) => ({ name, ...readinessProbe })),
    },
    status: {
      ...{ ...phaseIn(sections), conditions },
      ...(startTime === undefined ? {} : { startTime }),
      initContainerStatuses: init.flatMap(statusOf),
      containerStatuses: main.flatMap(statusOf),
    },
  };
}

/**
 * The phase with its reason and message. That of a Pod that is being deleted is not described, so it is Unknown: the text
 * has `Terminating (lasts 5m)` in its place.
 */
function phaseIn(sections: DescribedSections): Fields {
  const phase = textOf(sections.first("Status"));
  const [, duration] = /^Terminating(?: \((.*)\))?$/.exec(phase) ?? [];
  if (phase.startsWith("Terminating")) return { phase: "Unknown", reason: "Terminating", message: duration ?? phase };
  return { phase, reason: textOf(sections.first("Reason")), message: textOf(sections.first("Message")) };
}

interface DescribedContainer {
  readonly name: string;
  readonly state: Fields;
  readonly lastState: Fields;
  /** Absent where the kubelet has not reported the container. */
  readonly ready?: boolean;
  readonly restartCount: number;
  readonly readinessProbe: Fields;
}

function statusOf({ readinessProbe: _, ...status }: DescribedContainer): readonly Fields[] {
  return Object.keys(status.state).length === 0 ? [] : [status];
}

/** The containers below a label. Their names stand two deep, their fields four. */
function containersIn(section: DescribedSection | undefined): readonly DescribedContainer[] {
  const found: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of section?.lines ?? []) {
    const [, name] = /^ {2}(\S+):$/.exec(line) ?? [];
    if (name === undefined) found.at(-1)?.lines.push(line);
    else found.push({ name, lines: [] });
  }
  return found.map(({ name, lines }) => {
    const field = (label: string): readonly string[] => valuesIn(lines, 4, label);
    // A termination message may look like fields. It stands after the state, and before these.
    const ready = field("Ready").at(-1);
    const probe = field("Readiness").at(-1);
    return {
      ...{ name, state: stateIn(lines, "State"), lastState: stateIn(lines, "Last State") },
      ...(ready === undefined ? {} : { ready: ready === "True" }),
      restartCount: Number(/^\d{1,9}$/.exec(field("Restart Count").at(-1) ?? "")?.[0] ?? 0),
      readinessProbe: probe === undefined ? {} : { readinessProbe: {} },
    };
  });
}

/** A state: its word, and the fields below it as a Pod has them. */
function stateIn(lines: readonly string[], label: string): Fields {
  const start = lines.findIndex((line) => line.startsWith(`    ${label}: `));
  const [, word = ""] = /:\s+(\S+)/.exec(lines[start] ?? "") ?? [];
  const below = lines.slice(start + 1);
  const length = below.findIndex((line) => /^ {4}(Ready|Last State):/.test(line));
  const inside = length < 0 ? below : below.slice(0, length);
  const field = (name: string): string => valuesIn(inside, 6, name).at(-1) ?? "";
  const reason = field("Reason");
  if (start < 0) return {};
  if (word === "Running") return { running: timed("startedAt", field("Started")) };
  if (word === "Waiting") return { waiting: { reason } };
  if (word !== "Terminated") return {};
  const exitCode = Number.parseInt(field("Exit Code"), 10);
  const times = { ...timed("startedAt", field("Started")), ...timed("finishedAt", field("Finished")) };
  return {
    terminated: { reason, message: messageIn(inside), ...(Number.isNaN(exitCode) ? {} : { exitCode }), ...times },
  };
}

/** The texts behind a label at one depth, in their order. */
function valuesIn(lines: readonly string[], depth: number, label: string): readonly string[] {
  const start = `${" ".repeat(depth)}${label}:`;
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).trim());
}

/** The termination message, whose further lines stand as the container wrote them. */
function messageIn(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /^ {6}Message:/.test(line));
  if (start < 0) return "";
  const end = lines.findLastIndex((line) => /^ {6}Exit Code:/.test(line));
  return [lines[start]?.replace(/^ {6}Message:\s*/, ""), ...lines.slice(start + 1, end < 0 ? start + 1 : end)]
    .join("\n")
    .trim();
}

function timed(name: string, text: string): Fields {
  const time = describedTime(text);
  return time === undefined ? {} : { [name]: time };
}
