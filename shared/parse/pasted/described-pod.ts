import type { Fields } from "../json-value.ts";
import { type DescribedContainer, readDescribedContainers } from "./described-containers.ts";
import { type DescribedSections, describedTime, tableRows, textOf } from "./described-sections.ts";

/**
 * The spec and the status of a described Pod, with the times that it has. Undefined where a termination message may be
 * taken for fields (kubectl, pkg/describe, describePod).
 */
export function podFields(sections: DescribedSections): Fields | undefined {
  const [node = ""] = textOf(sections.at("Node")).split("/");
  const conditions = tableRows(sections.at("Conditions")?.lines ?? []).map(({ type, status }) => ({ type, status }));
  const init = readDescribedContainers(sections.at("Init Containers")?.lines ?? []);
  const main = readDescribedContainers(sections.at("Containers")?.lines ?? []);
  if (init === undefined || main === undefined) return undefined;
  // Of init containers only one that is a sidecar runs on once the Pod is initialized.
  const isInitialized = conditions.some(({ type, status }) => type === "Initialized" && status === "True");
  const isSidecar = ({ state }: DescribedContainer): boolean => isInitialized && "running" in state;
  const startTime = describedTime(textOf(sections.at("Start Time")));
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
  const phase = textOf(sections.at("Status"));
  const [, duration] = /^Terminating(?: \((.*)\))?$/.exec(phase) ?? [];
  if (phase.startsWith("Terminating")) return { phase: "Unknown", reason: "Terminating", message: duration ?? phase };
  return { phase, reason: textOf(sections.at("Reason")), message: textOf(sections.at("Message")) };
}

function statusOf({ readinessProbe: _, ...status }: DescribedContainer): readonly Fields[] {
  return Object.keys(status.state).length === 0 ? [] : [status];
}
