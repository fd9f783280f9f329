import type { KubeObject } from "../../model/object.ts";
import { textAt, wholeNumberAt } from "../../parse/json-value.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { clusterShares, inventoryShares } from "./aggregated-parts.ts";
import type { ConditionShare } from "./merge-conditions.ts";
import { pluginDefinition } from "./object-links.ts";
import { subjectText } from "./subject.ts";

type Facts = Readonly<Record<string, string>>;

/**
 * Facts in place of the typed State of ADR-4, which no kind has: the state of a Plugin's Helm release, the counters of
 * a PluginPreset, the nodes of a Cluster. A TeamRoleBinding and a Catalog have the counts of their lists, and some
 * kinds have versions. The content of a kubeconfig is never shown.
 */
export function resourceFacts(object: KubeObject, index: ObjectIndex): Facts {
  switch (object.ref.kind) {
    case "Plugin":
      return pluginFacts(object, index);
    case "PluginPreset":
      return presetFacts(object);
    case "Cluster":
      return {
        ...counted(object, ["nodes", "ready"], ["nodes", "total"]),
        ...knownFact("observedVersion", subjectText(object, ["status", "kubernetesVersion"])),
      };
    case "TeamRoleBinding":
      return shared(clusterShares(object));
    case "Catalog":
      return shared(inventoryShares(object, index));
    default:
      return {};
  }
}

/**
 * `state` is the state of the release from Flux or Helm: deployed, failed, pending-upgrade, suspended
 * (plugin_controller_flux.go:396-443).
 */
function pluginFacts(object: KubeObject, index: ObjectIndex): Facts {
  const definition = pluginDefinition(object, index);
  const wanted = definition?.outcome === "found" ? subjectText(definition.object, ["spec", "version"]) : "";
  const observed = subjectText(object, ["status", "version"]);
  return {
    ...knownFact("state", subjectText(object, ["status", "helmReleaseStatus", "status"])),
    ...knownFact("observedVersion", observed),
    ...knownFact("expectedVersion", observed === "" ? "" : wanted),
    ...knownFact("cluster", subjectText(object, ["spec", "clusterName"])),
  };
}

/** The counters of a PluginPreset. Older releases have `availablePlugins`: the Plugins that have a Ready condition. */
function presetFacts(object: KubeObject): Facts {
  const total = wholeNumberAt(object.status, "totalPlugins");
  return {
    ...counted(object, ["readyPlugins"], [total === undefined ? "availablePlugins" : "totalPlugins"]),
    ...Object.fromEntries(
      ["totalPlugins", "availablePlugins", "readyPlugins", "failedPlugins"].flatMap((key) => {
        const number = wholeNumberAt(object.status, key);
        return number === undefined ? [] : [[key, String(number)]];
      }),
    ),
  };
}

/** How many clusters of a binding, or objects of an inventory, are True. */
function shared(shares: readonly ConditionShare[]): Facts {
  const ready = shares.filter(({ condition }) => condition?.status === "True").length;
  return shares.length === 0 ? {} : { ready: `${ready}/${shares.length}` };
}

/** `ready`, such as `2/3`; the controller omits a count of zero. */
function counted({ status }: KubeObject, ready: readonly string[], all: readonly string[]): Facts {
  const total = wholeNumberAt(status, ...all);
  return total === undefined ? {} : { ready: `${textAt(status, ...ready) || "0"}/${total}` };
}

function knownFact(key: string, value: string): Facts {
  return value === "" || value === "unknown" ? {} : { [key]: value };
}
