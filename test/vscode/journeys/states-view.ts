import type { Page } from "playwright-core";
import { expect } from "vitest";
import * as see from "../page.ts";
import { patience } from "../patience.ts";

export const view = "Operators";
export const container = "HCO Status";

/** All that the sidebar says: the sentence above, the text with its buttons, or the rows. */
export interface Seen {
  readonly message: string;
  readonly welcome: readonly string[];
  readonly rows: readonly string[];
}

export async function seen(page: Page): Promise<Seen> {
  const [message, welcome, rows] = await Promise.all([
    see.viewMessage(page, view),
    see.welcome(page, view),
    see.rows(page, view),
  ]);
  return { message, welcome, rows: rows.map(({ label }) => label) };
}

/** Waits until a view's text is this: its paragraphs and the labels of its buttons. Nothing else shows there. */
export async function welcomes(page: Page, ...texts: readonly (string | RegExp)[]): Promise<void> {
  const expected = texts.map((text) => (typeof text === "string" ? text : expect.stringMatching(text)));
  await expect.poll(() => seen(page), patience).toEqual({ message: "", welcome: expected, rows: [] });
}

/** Waits until this sentence is above these rows, each of which does something about it. */
export async function offers(page: Page, sentence: RegExp, ...ways: readonly string[]): Promise<void> {
  const message = expect.stringMatching(sentence);
  await expect.poll(() => seen(page), patience).toEqual({ message, welcome: [], rows: ways });
}

/** Waits until the roots of a place show, read just now; `current`: the current context, where it is another one. */
export async function showsLive(page: Page, context: string, current: string = context): Promise<void> {
  const named = `${context} · kubevirt-hyperconverged`;
  await expect.poll(() => places(page), patience).toContainEqual([expect.stringMatching(/^healthy/), named]);
  await expect.poll(() => see.sideBarTitle(page), patience).toContain(context);
  const message = current === context ? "" : `the current context is ${current}`;
  await expect.poll(() => see.viewMessage(page, view), patience).toBe(message);
}

/** Labels with their descriptions. */
export async function places(page: Page): Promise<readonly (readonly [string, string])[]> {
  return (await see.rows(page, view)).map(({ label, description }) => [label, description]);
}

/** Presses a button of the view's text. */
export async function press(page: Page, label: string): Promise<void> {
  await page.locator(".welcome-view-content .monaco-button", { hasText: label }).first().click();
}
