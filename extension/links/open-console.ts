import { env, l10n, Uri } from "vscode";
import { createReader } from "../../shared/io/reader/reader.ts";
import { isServed, resolveQuery } from "../../shared/io/reader/served-query.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { foundObjects, type Query, type Reading } from "../../shared/model/snapshot.ts";
import { textAt } from "../../shared/parse/json-value.ts";
import { consoleAddress } from "../../shared/parse/root-link.ts";
import { errorLine } from "../places/choose-context.ts";
import { queryFor } from "../places/object-query.ts";
import { showError, showMessage } from "../platform/messages.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { describePlace } from "../session/place-names.ts";
import type { LiveClusters, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/**
 * Where OpenShift publishes the address of its console to every authenticated user (openshift/console-operator#218;
 * `oc whoami --show-console` reads it, too).
 */
const publishedConsole: Query = {
  verb: "get",
  group: "",
  kind: "ConfigMap",
  plural: "configmaps",
  versions: ["v1"],
  namespaced: true,
  namespace: "openshift-config-managed",
  name: "console-public",
};

/** Timeout of the requests. */
const readTimeoutMs = 10_000;

/** Opens an object in the web console that its cluster names. The address is read only now, because the user asks. */
export async function openConsole(
  session: LiveClusters & ManifestDocuments & PlaceStates,
  commandArguments: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, commandArguments);
  if (target === undefined) {
    await showMessage(l10n.t("A link requires an object of a context: select a row of HCO Status."));
    return;
  }
  const place = describePlace(session, target.place);
  const cluster = session.liveCluster(target.place);
  if (cluster === undefined) {
    await showMessage(l10n.t("Not connected to {0}, which knows the address of its web console.", place));
    return;
  }
  try {
    const signal = AbortSignal.any([cluster.left, AbortSignal.timeout(readTimeoutMs)]);
    const reading = await createReader(cluster.connection, cluster.discovery).read(publishedConsole, signal);
    const base = readConsoleUrl(reading);
    if (base === undefined) {
      await showMessage(noConsoleText(place, "cause" in reading ? reading.cause : undefined));
      return;
    }
    const served = resolveQuery(queryFor(target.ref), await cluster.discovery(signal));
    if (!isServed(served)) {
      await showMessage(noConsoleText(place, "cause" in served ? served.cause : undefined));
      return;
    }
    const address = buildObjectAddress(base, served);
    if (address === undefined) {
      await showMessage(
        l10n.t("The web console that {0} names has no plain https address, so it was not opened.", place),
      );
      return;
    }
    await env.openExternal(Uri.parse(address, true));
  } catch (error) {
    await showError(noConsoleText(place, errorLine(error)));
  }
}

/** Says that the cluster names no console, with the cause where it is known. */
function noConsoleText(place: string, cause: string | undefined): string {
  return cause === undefined
    ? l10n.t("{0} names no web console of OpenShift.", place)
    : l10n.t("The web console of {0} is unknown: {1}", place, cause);
}

function readConsoleUrl(reading: Reading): string | undefined {
  const [object] = foundObjects(reading);
  const base = textAt(object?.raw, "data", "consoleURL");
  return base === "" ? undefined : base;
}

function buildObjectAddress(base: string, { group, kind, name = "", namespace, versions }: Query): string | undefined {
  const [version = ""] = versions;
  return consoleAddress(base, { group, version, kind, name, ...definedFields({ namespace }) });
}
