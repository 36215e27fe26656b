/** Texts that people and attackers put into fields: markup, code, directions, formulas, sizes, odd characters. */

/** Those that a page, a paper or a file could take for code. */
export const codeTexts = [
  "<script>window.__ran=1</script>",
  '</script><img src=x onerror="window.__ran=1">',
  '"><svg onload=window.__ran=1>',
  "'\" onmouseover=window.__ran=1 autofocus onfocus=window.__ran=1 x='",
  "javascript:window.__ran=1",
  "{{constructor.constructor('window.__ran=1')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is typed
  "${window.__ran=1}",
  "</title></style></textarea><script>window.__ran=1</script>",
  "<!--<script>",
  "]]><x>&xxe;<!ENTITY x SYSTEM 'file:///etc/passwd'>",
  '#eval("1") #panic("x") #read("/etc/passwd")',
  "$x^2$ @label <label> *b* _i_ = Heading",
  "\\input{/etc/passwd}",
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  "'; drop table orders; --",
  "%s%n%x",
  "../../../../etc/passwd",
] as const;

/** Those whose characters are odd. */
export const oddTexts = [
  "\u202egpj.exe\u202c \u2067hidden\u2069",
  "\u200f\u200e\u061c",
  "a\u200b\u2060\ufeffb",
  "a\u0000b",
  "\u0001\u001b[31m\u007f\u0085",
  "line one\r\nline two\u2028line three",
  "مُحَمَّدٌ ﷽ ٣٫١٤ لـــــا",
  "e\u0301\u0301\u0301 Z͑ͫ̓a̴l̵g̶o",
  "👩‍👩‍👧‍👦🇸🇦 😀",
  "\u{10ffff}\ue123\ufffe",
  "ＡＢＣ ① Ⅷ ﬁ",
  "İıſK",
  "٠١٢٣٤٥٦٧٨٩۰۱",
  "漢字 שלום सन्स สวัสดี",
  " ",
  "",
  "null",
  "__proto__",
  "constructor",
] as const;

/** Long ones: without a place to break, of wide letters, of marks over one letter, of words. */
export const longTexts = [
  "W".repeat(300),
  "ض".repeat(10_000),
  `a${"\u0301".repeat(3_000)}`,
  "كلمة ".repeat(4_000),
  "😀".repeat(5_000),
  "\n".repeat(3_000),
  "<b>".repeat(5_000),
] as const;
