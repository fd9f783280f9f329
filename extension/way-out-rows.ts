import type { OutlineRow } from "../shared/render/outline.ts";
import { row } from "../shared/render/outline-row.ts";
import * as words from "../shared/render/words-way-out.ts";
import { runToken } from "./row-command.ts";
import { say } from "./say.ts";
import type { Shown } from "./shown.ts";

/**
 * What may be done where something is in the way, below the sentence that says what. VS Code shows a view's welcome text only
 * where there is no such sentence, so these are rows; every other state has its welcome text in package.json.
 */
export function wayOutRows(key: string, { phase }: Pick<Shown, "phase">): readonly OutlineRow[] {
  const ways = waysOut[phase];
  return (ways ?? []).map((way) => wayRow(key, way));
}

/** Where rows are shown, and nothing new comes before somebody connects. */
export function connectRow(key: string): OutlineRow {
  return wayRow(key, "connect");
}

function wayRow(key: string, way: Way): OutlineRow {
  const label = labels[way](say);
  return row({
    id: `${key}/${way}`,
    mark: "none",
    label,
    description: "",
    spoken: label,
    context: [runToken(way), way],
  });
}

type Way = "connect" | "refresh" | "pickContext" | "pickNamespaces" | "openGather" | "showLog";

const waysOut: { readonly [phase in Shown["phase"]]?: readonly Way[] } = {
  unusable: ["refresh", "pickContext", "openGather", "showLog"],
  authRequired: ["connect", "pickContext", "showLog"],
  unreachable: ["refresh", "pickContext", "showLog"],
  forbidden: ["pickNamespaces", "pickContext", "refresh"],
};

const labels: Readonly<Record<Way, typeof words.connectWords>> = {
  connect: words.connectWords,
  refresh: words.refreshWords,
  pickContext: words.pickContextWords,
  pickNamespaces: words.pickNamespacesWords,
  openGather: words.openGatherWords,
  showLog: words.showLogWords,
};
