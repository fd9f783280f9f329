// UTF-16 units of characters, for loops over texts of megabytes, in which `charCodeAt` is much faster than a pattern.

export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quotationMark = 0x22;
export const comma = 0x2c;
export const dash = 0x2d;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
