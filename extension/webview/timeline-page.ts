// The script of the timeline's page. It lays out the lanes as time passes, moves the focus, and applies news without a
// reload. It knows only as much of the cluster as the page contains.

import { formatAge } from "../../shared/outline/ages.ts";
import {
  axisTicks,
  isInRange,
  narrowestShare,
  nowIn,
  percentFromLeft,
  rangeBefore,
  type TimeRange,
  timeSpans,
} from "../../shared/render/editor/timeline/scale.ts";

/** The API that VS Code gives a page. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const host = acquireVsCodeApi();
const svg = "http://www.w3.org/2000/svg";
let chosen = readState();
/** Milliseconds that the extension's clock is ahead of the page's clock. */
let ahead = 0;
/** The time at which the data was last live, after which nothing grows. Undefined while the data is live. */
let frozen: number | undefined;

function now(): number {
  return frozen ?? Date.now() + ahead;
}

/** Minutes by which the user's clock is ahead of UTC. */
function zoneAt(milliseconds: number): number {
  return -new Date(milliseconds).getTimezoneOffset();
}

function layOut(): void {
  const span = shownSpanMilliseconds();
  const range = readShownRange();
  for (const one of document.querySelectorAll<SVGElement>("[data-from]")) place(one, range);
  for (const one of document.querySelectorAll<HTMLElement>(".age")) {
    const since = Number(one.dataset["since"]);
    one.textContent = formatAge((now() - since) / 1000);
  }
  for (const one of document.querySelectorAll<HTMLInputElement>("#spans input"))
    one.checked = Number(one.value) === span;
  drawAxis(range);
  keepChosenInView();
}

/** The chosen span, else the one that fits the lanes, in milliseconds. */
function shownSpanMilliseconds(): number {
  const usual = Number(document.querySelector<HTMLElement>(".lanes")?.dataset["span"] ?? "");
  return chosen ?? (usual > 0 ? usual : (timeSpans[2]?.[1] ?? 0));
}

function readShownRange(): TimeRange {
  return rangeBefore(shownSpanMilliseconds(), now());
}

/** Where the chosen segment has left the range, the last one of its lane that shows takes its place, else the first of all. */
function keepChosenInView(): void {
  const old = document.querySelector<SVGElement>(".segment[tabindex='0']");
  if (old !== null && isShown(old)) return;
  const lane = old?.closest(".track");
  const next = (lane ? listSegments(lane).at(-1) : undefined) ?? listSegments(document)[0];
  moveTabStop(next, false);
}

/** Whether a part of the segment is in the range. */
function isShown(segment: Element): boolean {
  const { from = "", to } = segment.querySelector<SVGElement>("[data-from]")?.dataset ?? {};
  return isInRange(readShownRange(), Number(from), to === undefined ? undefined : Number(to));
}

function place(one: SVGElement, range: TimeRange): void {
  const { from = "", to } = one.dataset;
  const left = percentFromLeft(range, Number(from));
  const right = percentFromLeft(range, to === undefined ? nowIn(range) : Number(to));
  one.setAttribute("x", `${left}%`);
  one.setAttribute("width", `${Math.max(narrowestShare, right - left)}%`);
  // The text of a segment that begins before the edge stands at the edge.
  const text = one.querySelector("text");
  if (text === null) return;
  const width = one.parentElement?.closest("svg")?.clientWidth ?? 0;
  text.setAttribute("x", `${6 + Math.max(0, (-left / 100) * width)}`);
}

function drawAxis(range: TimeRange): void {
  const axis = document.querySelector<SVGElement>(".axis .track");
  if (axis === null) return;
  const ticks = axisTicks(range, zoneAt, Math.max(2, Math.floor(axis.clientWidth / 90)));
  axis.replaceChildren(
    ...ticks.map(({ at, label }) => {
      const mark = document.createElementNS(svg, "text");
      mark.setAttribute("x", `${percentFromLeft(range, at)}%`);
      mark.setAttribute("y", "14");
      mark.textContent = label;
      return mark;
    }),
  );
}

/** Makes a segment the only one that Tab reaches. Without one nothing is said. */
function moveTabStop(to: SVGElement | undefined, isFocused: boolean): void {
  for (const one of document.querySelectorAll(".segment[tabindex='0']")) one.setAttribute("tabindex", "-1");
  if (to === undefined) {
    tell(undefined);
    return;
  }
  to.setAttribute("tabindex", "0");
  if (isFocused) to.focus();
  tell(to);
}

function tell(segment: Element | undefined): void {
  const said = document.getElementById("said");
  if (said !== null) said.textContent = segment?.getAttribute("aria-label") ?? "";
}

/** The segments that show. */
function listSegments(within: ParentNode): readonly SVGElement[] {
  return [...within.querySelectorAll<SVGElement>(".segment")].filter(isShown);
}

function listTracks(): readonly Element[] {
  return [...document.querySelectorAll(".track")].filter((track) => listSegments(track).length > 0);
}

function onKey(event: KeyboardEvent): void {
  const here = event.target instanceof Element ? event.target.closest<SVGElement>(".segment") : null;
  const track = here?.closest(".lane")?.querySelector(".track");
  if (here === null || track === null || track === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = listSegments(track);
  const next = target(event.key, row, row.indexOf(here), listTracks(), track);
  if (next === undefined) return;
  event.preventDefault();
  moveTabStop(next, true);
}

function target(
  key: string,
  row: readonly SVGElement[],
  index: number,
  all: readonly Element[],
  track: Element,
): SVGElement | undefined {
  switch (key) {
    case "ArrowLeft":
      return row[index - 1];
    case "ArrowRight":
      return row[index + 1];
    case "Home":
      return row[0];
    case "End":
      return row.at(-1);
    case "ArrowUp":
    case "ArrowDown": {
      const other = all[all.indexOf(track) + (key === "ArrowUp" ? -1 : 1)];
      const start = startOf(row[index]);
      // The segment of the other lane at the same time.
      return other === undefined
        ? undefined
        : (listSegments(other).findLast((one) => startOf(one) <= start) ?? listSegments(other)[0]);
    }
    default:
      return undefined;
  }
}

function startOf(segment: Element | undefined): number {
  return Number(segment?.querySelector<SVGElement>("[data-from]")?.dataset["from"] ?? 0);
}

interface News {
  readonly title: string;
  readonly lead: string;
  readonly chart: string;
  readonly table: string;
  readonly now: number;
  readonly isLive: boolean;
}

function takeIn({ title, lead, chart, table, now: theirs, isLive }: News): void {
  ahead = theirs - Date.now();
  frozen = isLive ? undefined : theirs;
  const active = document.activeElement;
  const focused = active instanceof SVGElement ? active.dataset["key"] : undefined;
  const tabbed = document.querySelector<SVGElement>(".segment[tabindex='0']")?.dataset["key"];
  put("title", title, "text");
  put("lead", lead, "html");
  put("rows", table, "html");
  put("chart", chart, "html");
  document.title = title;
  layOut();
  const all = listSegments(document);
  const focusTarget = all.find((one) => one.dataset["key"] === (focused ?? tabbed));
  moveTabStop(focusTarget ?? all[0], focused !== undefined && focusTarget !== undefined);
}

/**
 * Puts content into an element. Its texts were made safe where the content was created, and no script in it would run.
 */
function put(id: string, content: string, as: "text" | "html"): void {
  const element = document.getElementById(id);
  if (element === null) return;
  if (as === "text") element.textContent = content;
  else element.innerHTML = content;
}

function readState(): number | undefined {
  const state = host.getState();
  const span = typeof state === "object" && state !== null && "span" in state ? state.span : undefined;
  return timeSpans.find(([, milliseconds]) => milliseconds === span)?.[1];
}

document.addEventListener("keydown", onKey);
document.addEventListener("focusin", ({ target: one }) => {
  const segment = one instanceof Element ? one.closest<SVGElement>(".segment") : null;
  if (segment !== null) moveTabStop(segment, false);
});
document.addEventListener("pointerover", ({ target: one }) => {
  const segment = one instanceof Element ? one.closest(".segment") : null;
  if (segment !== null) tell(segment);
});
document.addEventListener("change", ({ target: one }) => {
  if (!(one instanceof HTMLInputElement) || one.name !== "span") return;
  chosen = Number(one.value);
  host.setState({ span: chosen });
  layOut();
});
addEventListener("beforeprint", () => document.getElementById("table")?.setAttribute("open", ""));
addEventListener("resize", layOut);
addEventListener("message", ({ data }: MessageEvent<News & { readonly type?: string }>) => {
  if (data.type === "lanes") takeIn(data);
});
setInterval(() => {
  if (!document.hidden && frozen === undefined) layOut();
}, 1_000);

layOut();
host.postMessage({ type: "ready" });
