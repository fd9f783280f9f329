import {
  type CancellationToken,
  type InputBoxOptions,
  ProgressLocation,
  type QuickPickItem,
  type QuickPickOptions,
  window,
} from "vscode";

// The only door to messages, progress, quick picks and input boxes: VS Code draws icons and links in their texts, links to
// commands among them (VS Code, base/common/iconLabels.ts and linkedText.ts), so all of it passes `inert` here. Buttons are
// our own words.

/** Columns. */
const longest = { message: 400, label: 120, detail: 240 } as const;

/** @returns the button that was chosen. */
export async function tell(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  const { inert } = await import("./inert-text.ts");
  return window.showInformationMessage(inert(text, longest.message), ...buttons);
}

export async function tellError(text: string): Promise<void> {
  const { inert } = await import("./inert-text.ts");
  await window.showErrorMessage(inert(text, longest.message));
}

/** In the status bar, for so many milliseconds. */
export async function tellShortly(text: string, milliseconds: number): Promise<void> {
  const { inert } = await import("./inert-text.ts");
  window.setStatusBarMessage(inert(text, longest.label), milliseconds);
}

/** What goes on while `work` does, with a button that ends it. */
export async function withProgress<Result>(
  title: string,
  work: (report: (message: string) => void, token: CancellationToken) => Promise<Result>,
): Promise<Result> {
  const { inert } = await import("./inert-text.ts");
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title: inert(title, longest.label) },
    (progress, token) => work((message) => progress.report({ message: inert(message, longest.detail) }), token),
  );
}

type Options = Pick<QuickPickOptions, "matchOnDescription" | "matchOnDetail"> & { readonly title: string };

/** An item is told by its other fields: what it is called here is only what is shown of it. */
export async function pick<Item extends QuickPickItem>(
  items: readonly Item[],
  options: Options,
): Promise<Item | undefined> {
  const { inert } = await import("./inert-text.ts");
  return window.showQuickPick(shownItems(items, inert), { ...options, title: inert(options.title, longest.label) });
}

/** Several of them, or none. */
export async function pickSome<Item extends QuickPickItem>(
  items: readonly Item[],
  options: Options,
): Promise<readonly Item[] | undefined> {
  const { inert } = await import("./inert-text.ts");
  const title = inert(options.title, longest.label);
  return window.showQuickPick(shownItems(items, inert), { ...options, title, canPickMany: true });
}

/** @returns what was typed. */
export async function ask({
  title,
  prompt,
  value,
}: Required<Pick<InputBoxOptions, "title" | "prompt" | "value">>): Promise<string | undefined> {
  const { inert } = await import("./inert-text.ts");
  return window.showInputBox({ title: inert(title, longest.label), prompt: inert(prompt, longest.detail), value });
}

type Inert = typeof import("./inert-text.ts").inert;

function shownItems<Item extends QuickPickItem>(items: readonly Item[], inert: Inert): readonly Item[] {
  return items.map((item) => ({
    ...item,
    label: inert(item.label, longest.label),
    ...(item.description !== undefined && { description: inert(item.description, longest.detail) }),
    ...(item.detail !== undefined && { detail: inert(item.detail, longest.detail) }),
  }));
}
