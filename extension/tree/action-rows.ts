import { l10n } from "vscode";
import { type OutlineRow, treeRow, type WayOut } from "../../shared/render/editor/tree/row.ts";
import type { PlaceState } from "../places/place-state.ts";

/**
 * Returns rows with actions for a phase, below the message that says what is in the way. VS Code shows a view's welcome
 * text only where there is no such message, so these are rows. Every other phase has its welcome text in package.json.
 */
export function buildActionRows(key: string, { phase }: Pick<PlaceState, "phase">): readonly OutlineRow[] {
  return waysOut[phase].map((way) => buildActionRow(key, way));
}

/** Returns the same for one context among all. They act on that context alone, and say more than an empty row would. */
export function buildContextActionRows(key: string, { phase }: Pick<PlaceState, "phase">): readonly OutlineRow[] {
  return listContextActions(phase).map((way) => buildActionRow(key, way));
}

function listContextActions(phase: PlaceState["phase"]): readonly WayOut[] {
  if (phase === "paused") return ["connect"];
  if (phase === "authRequired") return ["connect", "logIn"];
  return phase === "connecting" || phase === "untrusted" ? [] : ["refresh"];
}

/** Returns the row that does one action. */
export function buildActionRow(key: string, way: WayOut): OutlineRow {
  return treeRow({
    id: `${key}/${way}`,
    mark: "none",
    label: labels[way],
    description: "",
    action: { is: "run", command: way },
    context: [way],
  });
}

/** The actions for each phase. None where the welcome text says what to do, or where there are rows. */
const waysOut: Readonly<Record<PlaceState["phase"], readonly WayOut[]>> = {
  unusable: ["refresh", "pickContext", "openMustGather", "showLog"],
  authRequired: ["connect", "logIn", "pickContext", "showLog"],
  unreachable: ["refresh", "pickContext", "showLog"],
  forbidden: ["pickNamespaces", "pickContext", "refresh"],
  untrusted: [],
  paused: [],
  noKubeconfig: [],
  noContext: [],
  connecting: [],
  noSuchKind: [],
  empty: [],
  shown: [],
};

const labels: Readonly<Record<WayOut, string>> = {
  connect: l10n.t("Connect"),
  logIn: l10n.t("Log in in a terminal"),
  refresh: l10n.t("Try again"),
  pickContext: l10n.t("Select another context…"),
  pickNamespaces: l10n.t("Select namespaces to read…"),
  openMustGather: l10n.t("Open a must-gather or dump…"),
  showLog: l10n.t("Show the output"),
};
