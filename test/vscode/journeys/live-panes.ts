/// <reference lib="dom" />
import type { Frame, Page } from "playwright-core";
import { longest } from "../patience.ts";

/** The lines that show in the open editor, or on a side of the open comparison, from the top. */
export async function shownYaml(page: Page, side?: "original" | "modified"): Promise<string> {
  const editor =
    side === undefined ? ".monaco-editor" : `.monaco-diff-editor .monaco-editor.${side}-in-monaco-diff-editor`;
  const lines = await page.locator(`${editor} .lines-content > .view-lines > .view-line`).evaluateAll((all) =>
    all
      .map((line) => ({ text: line.textContent ?? "", top: line.getBoundingClientRect().top }))
      .toSorted((one, other) => one.top - other.top)
      .map(({ text }) => text.replaceAll("\u00a0", " ")),
  );
  return lines.join("\n");
}

/** The page within the page that the timeline is drawn in, once it is. */
export function timelineIn(page: Page): Promise<Frame> {
  return frameWith(page, "#chart .lane");
}

/** The page within the page that has such an element, once there is one. */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
  const deadline = Date.now() + longest;
  for (;;) {
    for (const frame of page.frames()) {
      const found = await frame
        .locator(selector)
        .count()
        .catch(() => 0);
      if (found > 0) return frame;
    }
    if (Date.now() > deadline) throw new Error(`no page has ${selector}`);
    await page.waitForTimeout(100);
  }
}

/** What extensions have put behind the ends of lines; it is no text of the page but drawn by its style. */
export async function endsOfLines(page: Page): Promise<readonly string[]> {
  const drawn = await page
    .locator('.view-lines span[class*="ced-"]')
    .evaluateAll((all) => all.map((span) => getComputedStyle(span, "::after").content));
  return drawn
    .filter((text) => text.startsWith('"'))
    .map((text) => `${JSON.parse(text)}`.replaceAll("\u00a0", " ").trim());
}

/** The names of lanes that do not stand there in full, or whose state does not. */
export function cutNames(frame: Frame): Promise<readonly string[]> {
  return frame.locator(".lane .name").evaluateAll((all) =>
    all
      .filter((name) => {
        const { right } = name.getBoundingClientRect();
        const parts = [...name.children].map((part) => part.getBoundingClientRect());
        return name.scrollWidth > name.clientWidth || parts.some((part) => part.right > right + 1);
      })
      .map((name) => name.textContent ?? ""),
  );
}

/** The text of a page that is hardest to read against what is behind it, and its contrast as WCAG 2 counts it. */
export function faintest(frame: Frame): Promise<{ readonly ratio: number; readonly text: string }> {
  return frame.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** The colours over each other, the last on top, as they are painted: red, green and blue from 0 to 255. */
    const painted = (colours: readonly string[]): readonly number[] => {
      if (canvas === null) return [];
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const brightness = (colour: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = colour
        .map((part) => part / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = getComputedStyle(document.body).backgroundColor;
    const editor = getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background");
    const words = [...document.querySelectorAll<HTMLElement>("h1, h2, p, label, .name b, .now, .dim")];
    const all = words
      .filter(({ innerText }) => innerText.trim() !== "")
      .map((element) => {
        const behind = [editor, ground];
        const [one, other] = [
          brightness(painted(behind)),
          brightness(painted([...behind, getComputedStyle(element).color])),
        ];
        return { ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05), text: element.innerText };
      });
    return all.reduce((least, one) => (one.ratio < least.ratio ? one : least), { ratio: 21, text: "" });
  });
}
