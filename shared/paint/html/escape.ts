/** A piece of HTML that was made here: no text of the cluster acts in it. */
export interface SafeHtml {
  readonly html: string;
}

type Value = string | SafeHtml | readonly SafeHtml[];

/**
 * HTML from a template. A string put into it becomes text, even between the quotes of an attribute. A value that is
 * {@link SafeHtml} stays. There is no other way to make one.
 */
export function safeHtml(parts: TemplateStringsArray, ...values: readonly Value[]): SafeHtml {
  return { html: parts.map((part, index) => `${part}${index < values.length ? htmlOf(values[index]) : ""}`).join("") };
}

/** The empty piece. */
export const emptyHtml: SafeHtml = { html: "" };

function htmlOf(value: Value | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return "html" in value ? value.html : value.map(({ html }) => html).join("");
}
