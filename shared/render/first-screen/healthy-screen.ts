import type { FirstScreen } from "./first-screen.ts";

/** The most lines beside the headline and the last line. */
const mostBetween = 2;

type Piece = "lead" | "reading" | "remark" | "blocked" | "impact" | "upgrade" | "place" | "healthy";

/**
 * The screen of something healthy: what matters most beside the headline and the last line. A fault has its next command,
 * which takes the place of the second line. What is omitted is counted in the last line.
 */
export function fewestLines(screen: FirstScreen): FirstScreen {
  const [remark, ...others] = screen.remarks;
  const { pieces, next } = mostImportant(screen);
  const lost = others.length + (pieces.has("remark") || remark === undefined ? 0 : 1);
  return {
    ...screen,
    lead: pieces.has("lead") ? screen.lead : [],
    fields: screen.fields.filter(({ key }) => key !== "waits" && key !== "meaning" && pieces.has(key)),
    conditions: { title: "", entries: [] },
    remarks: remark === undefined || !pieces.has("remark") ? [] : [remark],
    left: screen.left + lost,
    healthy: pieces.has("healthy") ? screen.healthy : undefined,
    blocked: pieces.has("blocked") ? screen.blocked : undefined,
    ...(screen.blocked !== undefined && !pieces.has("blocked") && { upgradeLeft: upgradeStateOf(screen.blocked) }),
    reading: pieces.has("reading") ? screen.reading : undefined,
    next,
  };
}

function upgradeStateOf(line: FirstScreen["blocked"]): FirstScreen["upgradeLeft"] {
  if (line === undefined) return undefined;
  return line.mark === "unknown" ? "unknown" : "blocked";
}

/** The pieces that have room, and the command for the first fault among those that matter most. */
function mostImportant(screen: FirstScreen): Pick<FirstScreen, "next"> & { readonly pieces: ReadonlySet<Piece> } {
  const [remark] = screen.remarks;
  const isBad = remark?.mark === "bad";
  const all: readonly (readonly [piece: Piece, isThere: boolean])[] = [
    ["lead", screen.lead.length > 0],
    ["remark", isBad],
    // A verdict has its limits beside it.
    ["reading", screen.reading !== undefined],
    ["blocked", upgradeStateOf(screen.blocked) === "blocked"],
    ["remark", remark !== undefined && !isBad],
    ["blocked", upgradeStateOf(screen.blocked) === "unknown"],
    ["impact", screen.fields.some(({ key }) => key === "impact")],
    ["upgrade", screen.fields.some(({ key }) => key === "upgrade")],
    ["place", screen.fields.some(({ key }) => key === "place")],
    ["healthy", screen.healthy !== undefined],
  ];
  const shown = all
    .filter(([, isThere]) => isThere)
    .map(([piece]) => piece)
    .slice(0, mostBetween);
  const fault = shown.find((piece) => piece === "remark" || piece === "blocked");
  // The finding has the command of the Report, a blocked upgrade that of its gate.
  const next = fault === "remark" ? screen.next : fault === "blocked" ? screen.gate : undefined;
  return { pieces: new Set(next === undefined ? shown : shown.slice(0, mostBetween - 1)), next };
}
