import type { Ref } from "../../../model/object.ts";
import type { NextStep } from "../../../model/report.ts";
import { resourceName } from "../../../model/resource-name.ts";
import { quoteShellWord } from "./shell-word.ts";

// The commands that a person runs next. Each returns no step where an object's name could pass for an option.

type Steps = readonly NextStep[];
type Place = Pick<Ref, "namespace">;

/** The log of a container: of its last run where it waits for its next one. */
export function showLog(pod: Pick<Ref, "namespace" | "name">, container: string, isPrevious: boolean): Steps {
  const words = ["logs", ...inNamespace(pod), pod.name, "-c", container, ...(isPrevious ? ["--previous"] : [])];
  return step(words, isPrevious ? "the log of the container's last run" : "the container's log");
}

/** The description of an object, with its conditions and events. */
export function describeObject(ref: Ref): Steps {
  return step(["describe", shortResource(ref), ref.name, ...inNamespace(ref)], "its conditions and events");
}

/** The events of a namespace, for an object that does not exist. */
export function listEvents(place: Place): Steps {
  return step(["get", "events", ...inNamespace(place), "--sort-by=.lastTimestamp"], "recent events in its namespace");
}

/** The Pods with one label `name`, in all namespaces where none is known. */
export function listPods(place: Place, name: string): Steps {
  return step(["get", "pods", ...anywhere(place), "-l", `name=${name}`], "whether its Pods run");
}

/** Whether the user may read one object, or list a kind, in all namespaces where none is known. */
export function checkAccess(verb: "get" | "list", kind: Pick<Ref, "group" | "kind">, place: Place): Steps {
  return step(
    ["auth", "can-i", verb, resourceName(kind), ...(verb === "get" ? inNamespace(place) : anywhere(place))],
    "whether you have permission to read it",
  );
}

/** The webhooks and policies that may refuse a write. */
export function listWebhooks(): Steps {
  const kinds = "validatingwebhookconfigurations,mutatingwebhookconfigurations";
  return step(["get", kinds], "the webhooks that can refuse the write");
}

function anywhere(place: Place): readonly string[] {
  return place.namespace === undefined ? ["-A"] : inNamespace(place);
}

function inNamespace({ namespace }: Place): readonly string[] {
  return namespace === undefined ? [] : ["-n", namespace];
}

function step(words: readonly string[], why: string): Steps {
  return words.every(isWord) ? [{ command: ["kubectl", ...words].map(quoteShellWord).join(" "), why }] : [];
}

/**
 * `kubevirt`, `deployment`. Kinds of other families have their group, because several groups have a kind such as
 * Cluster.
 */
function shortResource(ref: Ref): string {
  const kind = ref.kind.toLowerCase();
  const isPlain = ref.group === "" || ref.group === "apps" || ref.group.endsWith("kubevirt.io");
  return isPlain ? kind : `${kind}.${ref.group}`;
}

/** Whether the word may stand in a command. A name that no API server accepts could pass for an option. */
function isWord(word: string): boolean {
  return word !== "" && (!word.startsWith("-") || ours.has(word));
}

const ours: ReadonlySet<string> = new Set(["-n", "-A", "-l", "-c", "--previous", "--sort-by=.lastTimestamp"]);
