// The script of the timeline's page. It lays out the lanes as time passes, moves the focus by keys, and takes the updates
// that the extension posts, without a reload. It knows only as much of the cluster as the page contains.
//
// An element with `data-from`, and `data-to` where it has ended, is a time on the page, in milliseconds since 1970.

import { formatAge } from "../../shared/outline/ages.ts";
import {
  buildAxisTicks,
  buildRange,
  isInRange,
  minSegmentPercent,
  percentFromLeft,
  readNow,
  type TimeRange,
  timeSpans,
} from "../../shared/render/editor/timeline/scale.ts";

/** The API that VS Code gives a page. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The message with which the extension replaces the content of the page. */
interface LanesUpdate {
  readonly type: "lanes";
  readonly title: string;
  /** HTML, as the three parts of the page hold it. */
  readonly lead: string;
  readonly chart: string;
  readonly table: string;
  readonly now: number;
  readonly isLive: boolean;
  /** See {@link AgesUpdate}. */
  readonly agesAt: number;
}

/** The message with the time from which ages count until the next one, which all surfaces of the extension share. */
interface AgesUpdate {
  readonly type: "ages";
  /** Milliseconds since 1970. */
  readonly agesAt: number;
}

/** The extension's clock, which may run on another machine. It stands still while the data is not live. */
class PageClock {
  #aheadMs = 0;
  #frozenAtMs: number | undefined;
  #agesAtMs: number | undefined;

  get isFrozen(): boolean {
    return this.#frozenAtMs !== undefined;
  }

  now(): number {
    return this.#frozenAtMs ?? Date.now() + this.#aheadMs;
  }

  /** The time from which ages count. */
  agesAt(): number {
    return this.#frozenAtMs ?? this.#agesAtMs ?? this.now();
  }

  setAgesAt(agesAtMs: number): void {
    this.#agesAtMs = agesAtMs;
  }

  set(extensionNowMs: number, isLive: boolean): void {
    this.#aheadMs = extensionNowMs - Date.now();
    this.#frozenAtMs = isLive ? undefined : extensionNowMs;
  }
}

const svgNamespace = "http://www.w3.org/2000/svg";
const layoutIntervalMs = 1_000;
const minTickDistancePx = 90;
const segmentTextIndentPx = 6;

const host = acquireVsCodeApi();
const clock = new PageClock();
/** The span that the user chose. Undefined: the span that fits the lanes. */
let chosenSpanMs = readStoredSpan();

function readStoredSpan(): number | undefined {
  const state = host.getState();
  const spanMs = typeof state === "object" && state !== null && "span" in state ? state.span : undefined;
  return timeSpans.find(([, milliseconds]) => milliseconds === spanMs)?.[1];
}

function readSpan(): number {
  if (chosenSpanMs !== undefined) return chosenSpanMs;
  const fittingSpanMs = Number(document.querySelector<HTMLElement>(".lanes")?.dataset["span"] ?? "");
  const defaultSpanMs = timeSpans[2]?.[1] ?? 0;
  return fittingSpanMs > 0 ? fittingSpanMs : defaultSpanMs;
}

function readRange(): TimeRange {
  return buildRange(readSpan(), clock.now());
}

function layOut(): void {
  const range = readRange();
  const bars = document.querySelectorAll<SVGElement>("[data-from]");
  for (const bar of bars) layOutBar(bar, range);
  updateAges();
  updateSpanButtons();
  drawAxis(range);
  keepTabStopInRange();
}

function layOutBar(bar: SVGElement, range: TimeRange): void {
  const { from = "", to } = bar.dataset;
  const left = percentFromLeft(range, Number(from));
  const right = percentFromLeft(range, to === undefined ? readNow(range) : Number(to));
  bar.setAttribute("x", `${left}%`);
  bar.setAttribute("width", `${Math.max(minSegmentPercent, right - left)}%`);
  const text = bar.querySelector("text");
  if (text === null) return;
  // The text of a segment that begins before the left edge stands at the edge.
  const chartWidthPx = bar.parentElement?.closest("svg")?.clientWidth ?? 0;
  const hiddenPx = Math.max(0, (-left / 100) * chartWidthPx);
  text.setAttribute("x", `${segmentTextIndentPx + hiddenPx}`);
}

function updateAges(): void {
  for (const age of document.querySelectorAll<HTMLElement>(".age")) {
    const sinceMs = Number(age.dataset["since"]);
    age.textContent = formatAge((clock.agesAt() - sinceMs) / 1000);
  }
}

function updateSpanButtons(): void {
  const spanMs = readSpan();
  const buttons = document.querySelectorAll<HTMLInputElement>("#spans input");
  for (const button of buttons) button.checked = Number(button.value) === spanMs;
}

function drawAxis(range: TimeRange): void {
  const axis = document.querySelector<SVGElement>(".axis .track");
  if (axis === null) return;
  const maxTicks = Math.max(2, Math.floor(axis.clientWidth / minTickDistancePx));
  axis.replaceChildren();
  for (const { at, label } of buildAxisTicks(range, readZoneMinutes, maxTicks)) {
    const tick = document.createElementNS(svgNamespace, "text");
    tick.setAttribute("x", `${percentFromLeft(range, at)}%`);
    tick.setAttribute("y", "14");
    tick.textContent = label;
    axis.append(tick);
  }
}

/** Returns the minutes by which the user's clock is ahead of UTC. */
function readZoneMinutes(milliseconds: number): number {
  return -new Date(milliseconds).getTimezoneOffset();
}

/** Where the segment that Tab reaches has left the range, moves the tab stop to the last segment of its lane in range. */
function keepTabStopInRange(): void {
  const tabStop = findTabStop();
  if (tabStop !== null && isSegmentInRange(tabStop)) return;
  const track = tabStop?.closest(".track");
  const lastOfLane = track ? listSegments(track).at(-1) : undefined;
  setTabStop(lastOfLane ?? listSegments(document)[0]);
}

function findTabStop(): SVGElement | null {
  return document.querySelector<SVGElement>(".segment[tabindex='0']");
}

/** Makes a segment the only one that Tab reaches, and shows its description; without a segment, no description. */
function setTabStop(segment: SVGElement | undefined): void {
  for (const before of document.querySelectorAll(".segment[tabindex='0']")) before.setAttribute("tabindex", "-1");
  segment?.setAttribute("tabindex", "0");
  describeSegment(segment);
}

function focusSegment(segment: SVGElement): void {
  setTabStop(segment);
  segment.focus();
}

function describeSegment(segment: Element | undefined): void {
  setText("said", segment?.getAttribute("aria-label") ?? "");
}

/** Returns the segments that are in the range, at least in part. */
function listSegments(within: ParentNode): readonly SVGElement[] {
  return [...within.querySelectorAll<SVGElement>(".segment")].filter(isSegmentInRange);
}

function listTracksWithSegments(): readonly Element[] {
  return [...document.querySelectorAll(".track")].filter((track) => listSegments(track).length > 0);
}

function isSegmentInRange(segment: Element): boolean {
  const { from = "", to } = segment.querySelector<SVGElement>("[data-from]")?.dataset ?? {};
  return isInRange(readRange(), Number(from), to === undefined ? undefined : Number(to));
}

function moveFocusByKey(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const segment = findSegmentOf(event.target);
  const track = segment?.closest(".lane")?.querySelector(".track");
  if (segment === null || track === null || track === undefined) return;
  const target = findKeyTarget(event.key, segment, track);
  if (target === undefined) return;
  event.preventDefault();
  focusSegment(target);
}

/** Returns the segment to which a key moves the focus from a segment of a track. Undefined: the key moves nothing. */
function findKeyTarget(key: string, segment: SVGElement, track: Element): SVGElement | undefined {
  const segments = listSegments(track);
  const index = segments.indexOf(segment);
  switch (key) {
    case "ArrowLeft":
      return segments[index - 1];
    case "ArrowRight":
      return segments[index + 1];
    case "Home":
      return segments[0];
    case "End":
      return segments.at(-1);
    case "ArrowUp":
      return findSegmentBeside(segments[index], track, -1);
    case "ArrowDown":
      return findSegmentBeside(segments[index], track, 1);
    default:
      return undefined;
  }
}

/** Returns the segment at the same time in the track above (-1) or below (1). */
function findSegmentBeside(segment: SVGElement | undefined, track: Element, step: -1 | 1): SVGElement | undefined {
  const tracks = listTracksWithSegments();
  const otherTrack = tracks[tracks.indexOf(track) + step];
  if (otherTrack === undefined) return undefined;
  const startMs = readStart(segment);
  const others = listSegments(otherTrack);
  return others.findLast((other) => readStart(other) <= startMs) ?? others[0];
}

function readStart(segment: Element | undefined): number {
  return Number(segment?.querySelector<SVGElement>("[data-from]")?.dataset["from"] ?? 0);
}

function findSegmentOf(target: EventTarget | null): SVGElement | null {
  return target instanceof Element ? target.closest<SVGElement>(".segment") : null;
}

/** Replaces the content. The segment with the focus, or else the tab stop, keeps it where it still exists. */
function applyUpdate({ title, lead, chart, table, now, isLive, agesAt }: LanesUpdate): void {
  clock.set(now, isLive);
  clock.setAgesAt(agesAt);
  const active = document.activeElement;
  const focusedKey = active instanceof SVGElement ? active.dataset["key"] : undefined;
  const tabStopKey = findTabStop()?.dataset["key"];
  document.title = title;
  setText("title", title);
  setHtml("lead", lead);
  setHtml("rows", table);
  setHtml("chart", chart);
  layOut();
  const segments = listSegments(document);
  const kept = segments.find((segment) => segment.dataset["key"] === (focusedKey ?? tabStopKey));
  if (kept !== undefined && focusedKey !== undefined) focusSegment(kept);
  else setTabStop(kept ?? segments[0]);
}

function setText(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.textContent = text;
}

/** Sets HTML of the extension, which escapes every text of the cluster. A script in it would not run. */
function setHtml(id: string, html: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.innerHTML = html;
}

function chooseSpan(spanMs: number): void {
  chosenSpanMs = spanMs;
  host.setState({ span: spanMs });
  layOut();
}

document.addEventListener("keydown", moveFocusByKey);
document.addEventListener("focusin", (event) => {
  const segment = findSegmentOf(event.target);
  if (segment !== null) setTabStop(segment);
});
document.addEventListener("pointerover", (event) => {
  const segment = findSegmentOf(event.target);
  if (segment !== null) describeSegment(segment);
});
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "span") chooseSpan(Number(target.value));
});
addEventListener("beforeprint", () => document.getElementById("table")?.setAttribute("open", ""));
addEventListener("resize", layOut);
addEventListener("message", ({ data }: MessageEvent<LanesUpdate | AgesUpdate | { readonly type?: undefined }>) => {
  if (data.type === "lanes") applyUpdate(data);
  if (data.type === "ages") {
    clock.setAgesAt(data.agesAt);
    updateAges();
  }
});
setInterval(() => {
  if (!document.hidden && !clock.isFrozen) layOut();
}, layoutIntervalMs);

layOut();
host.postMessage({ type: "ready" });
