import type { Fields } from "../json-value.ts";
import { readDescribedEvents } from "./described-events.ts";
import { podFields } from "./described-pod.ts";
import { type DescribedSections, describedTime, sectionsOf, tableRows, textOf } from "./described-sections.ts";

/** A built-in kind whose description has all that its rule reads, and how to know it: the text names no kind. */
interface DescribedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Labels that all stand in its description, and in that of no other kind together. */
  readonly labels: readonly string[];
  readonly fields: (sections: DescribedSections) => Fields;
}

const kinds: readonly DescribedKind[] = [
  { apiVersion: "v1", kind: "Pod", labels: ["Status", "IP", "Containers", "QoS Class"], fields: podFields },
  { apiVersion: "v1", kind: "Node", labels: ["Roles", "Unschedulable", "Conditions"], fields: nodeFields },
  { apiVersion: "apps/v1", kind: "Deployment", labels: ["StrategyType", "Replicas"], fields: deploymentFields },
  {
    ...{ apiVersion: "v1", kind: "PersistentVolumeClaim", labels: ["StorageClass", "Access Modes", "Used By"] },
    fields: (sections) => ({ status: { phase: textOf(sections.first("Status")) } }),
  },
];

/**
 * The object and its events in the description of one built-in object. Undefined for a kind whose description lacks what
 * its rule reads: that of a StatefulSet has no count of ready replicas.
 */
export function readDescribedKind(part: string): readonly Fields[] | undefined {
  const sections = sectionsOf(part);
  const known = kinds.find(({ labels }) => labels.every((label) => sections.first(label) !== undefined));
  const name = textOf(sections.first("Name"));
  if (known === undefined || name === "") return undefined;
  const { apiVersion, kind } = known;
  const namespace = textOf(sections.first("Namespace"));
  const created = describedTime(textOf(sections.first("CreationTimestamp")));
  const place = namespace === "" ? {} : { namespace };
  const metadata = { name, ...place, ...(created === undefined ? {} : { creationTimestamp: created }) };
  const events = readDescribedEvents(part, { apiVersion, kind, name, ...place });
  return [{ apiVersion, kind, metadata, ...known.fields(sections) }, ...events];
}

function nodeFields(sections: DescribedSections): Fields {
  const conditions = tableRows(sections.last("Conditions")?.lines ?? []).map((row) => {
    const since = describedTime(row["lasttransitiontime"] ?? "");
    const { type, status, reason, message } = row;
    return { type, status, reason, message, ...(since === undefined ? {} : { lastTransitionTime: since }) };
  });
  return {
    spec: { unschedulable: textOf(sections.first("Unschedulable")) === "true" },
    status: { conditions },
  };
}

/** What is ready is not described. What is available is ready, so that no more is missing than this says. */
function deploymentFields(sections: DescribedSections): Fields {
  const counts = textOf(sections.first("Replicas"));
  const count = (word: string): number => Number(new RegExp(`(\\d{1,9}) ${word}\\b`).exec(counts)?.[1] ?? 0);
  const available = count("available");
  return {
    spec: { replicas: count("desired") },
    status: {
      ...{ replicas: count("total"), updatedReplicas: count("updated"), unavailableReplicas: count("unavailable") },
      ...{ readyReplicas: available, availableReplicas: available },
      conditions: tableRows(sections.last("Conditions")?.lines ?? []),
    },
  };
}
