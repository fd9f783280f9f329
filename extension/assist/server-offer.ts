import { agreedLoginVariable } from "../../shared/io/auth/credential-environment.ts";
import { buildReachFlags } from "../../shared/model/kubectl-command.ts";
import { listKubeconfigFiles } from "../places/kubeconfig-setting.ts";
import type { ClusterPlace } from "../places/place.ts";
import { isLoginRequired, type PlaceState, reportsOf } from "../places/place-state.ts";
import type { HostMachine } from "../platform/node-host.ts";
import type { GivenConsent } from "../session/session-parts.ts";

/** How the plugin starts as a server of the Model Context Protocol that reads one cluster or must-gather. */
export interface ServerOffer {
  /** The name of the place, as the kubeconfig or the file system has it. */
  readonly name: string;
  /** The arguments of the plugin. */
  readonly args: readonly string[];
  /** Variables beside those of the editor. */
  readonly env: Readonly<Record<string, string>>;
}

/** What decides whether the place of the sidebar may be read by a server. */
export interface OfferConditions extends GivenConsent {
  readonly isTrusted: boolean;
  readonly machine: HostMachine;
}

type ShownPlace = Pick<
  PlaceState,
  "place" | "name" | "phase" | "link" | "isAsking" | "barred" | "report" | "named" | "login"
>;

/**
 * Returns the server for the place of the sidebar. Undefined where the extension itself does not read that place: without
 * trust, before the user connects or agrees to the login, and where nothing was read. Undefined for a dump, too, which
 * `mcp` does not take.
 */
export function offerServer(state: ShownPlace, conditions: OfferConditions): ServerOffer | undefined {
  const { place, name, barred } = state;
  if (!conditions.isTrusted || barred !== undefined || isLoginRequired(state)) return undefined;
  if (reportsOf(state).length === 0) return undefined;
  if (place.kind === "cluster") return offerCluster(place, state, conditions);
  return place.holds === "must-gather" ? { name, args: ["mcp", "--must-gather", place.path], env: {} } : undefined;
}

/**
 * The context is always named, so that the server stays with the cluster that the user sees. The login is named too: the
 * server outlives this offer, and refuses a login that the kubeconfig names later.
 */
function offerCluster(
  place: ClusterPlace,
  { name, login }: ShownPlace,
  { hasAgreed, machine }: OfferConditions,
): ServerOffer | undefined {
  const context = place.context ?? name;
  if (context === "" || login === undefined) return undefined;
  if (login !== "none" && !hasAgreed(login)) return undefined;
  const files = listKubeconfigFiles(place, machine);
  const only = files?.isList === false && { kubeconfig: files.text };
  return {
    name: context,
    args: ["mcp", ...buildReachFlags({ context, ...only })],
    env: { [agreedLoginVariable]: login, ...(files?.isList && { KUBECONFIG: files.text }) },
  };
}
