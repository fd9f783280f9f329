import type { KubeObject } from "../../model/object.ts";
import { at, text, wholeNumber } from "../../parse/value.ts";
import type { Index } from "../lookup.ts";
import { definitionOf } from "./links.ts";
import type { Share } from "./merge.ts";
import { clusterShares, inventoryShares } from "./shares.ts";
import { textAt } from "./subject.ts";

type Facts = Readonly<Record<string, string>>;

/**
 * What stands in for the typed State of ADR-4, which no kind has (facts seed-systems 2.3): the state of a Plugin's Helm
 * release, the counters of a PluginPreset, the nodes of a Cluster, what a TeamRoleBinding and a Catalog list; and versions. Nothing of a kubeconfig is ever told.
 */
export function factsOf(object: KubeObject, index: Index): Facts {
  switch (object.ref.kind) {
    case "Plugin":
      return pluginFacts(object, index);
    case "PluginPreset":
      return presetFacts(object);
    case "Cluster":
      return {
        ...counted(object, ["nodes", "ready"], ["nodes", "total"]),
        ...told("observedVersion", textAt(object, ["status", "kubernetesVersion"])),
      };
    case "TeamRoleBinding":
      return shared(clusterShares(object));
    case "Catalog":
      return shared(inventoryShares(object, index));
    default:
      return {};
  }
}

/** `state` is what Flux or Helm say of the release: deployed, failed, pending-upgrade, suspended (plugin_controller_flux.go:396-443). */
function pluginFacts(object: KubeObject, index: Index): Facts {
  const definition = definitionOf(object, index);
  const wanted = definition?.outcome === "found" ? textAt(definition.object, ["spec", "version"]) : "";
  const observed = textAt(object, ["status", "version"]);
  return {
    ...told("state", textAt(object, ["status", "helmReleaseStatus", "status"])),
    ...told("observedVersion", observed),
    ...told("expectedVersion", observed === "" ? "" : wanted),
    ...told("cluster", textAt(object, ["spec", "clusterName"])),
  };
}

/** Older releases count `availablePlugins`: those that have a Ready. */
function presetFacts(object: KubeObject): Facts {
  const total = wholeNumber(at(object.status, ["totalPlugins"]));
  return {
    ...counted(object, ["readyPlugins"], [total === undefined ? "availablePlugins" : "totalPlugins"]),
    ...Object.fromEntries(
      ["totalPlugins", "availablePlugins", "readyPlugins", "failedPlugins"].flatMap((key) => {
        const number = wholeNumber(at(object.status, [key]));
        return number === undefined ? [] : [[key, String(number)]];
      }),
    ),
  };
}

/** How many clusters of a binding, or objects of an inventory, are True. */
function shared(shares: readonly Share[]): Facts {
  const ready = shares.filter(({ condition }) => condition?.status === "True").length;
  return shares.length === 0 ? {} : { ready: `${ready}/${shares.length}` };
}

/** `ready`: `2/3`; a count of none is left out by its writer. */
function counted({ status }: KubeObject, ready: readonly string[], all: readonly string[]): Facts {
  const total = wholeNumber(at(status, all));
  return total === undefined ? {} : { ready: `${text(at(status, ready)) || "0"}/${total}` };
}

function told(key: string, value: string): Facts {
  return value === "" || value === "unknown" ? {} : { [key]: value };
}
