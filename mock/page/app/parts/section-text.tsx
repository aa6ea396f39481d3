const SECTION = /(§\d+(?:\.\d+)*(?: rule \d+)?)/;

/** The address of a section, among the fake's own pages: `§4.6 rule 5` is `#s4-6-5`. */
const addressOf = (section: string): string =>
  `specification#s${(section.match(/\d+/g) ?? []).join('-')}`;

/** A text in which each section of the specification is a link to what it says. */
export function SectionText({ text }: { text: string }) {
  return (
    <>
      {text.split(SECTION).map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={addressOf(part)}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
