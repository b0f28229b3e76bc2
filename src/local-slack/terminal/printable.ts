/** Control characters other than line breaks, and marks that turn the direction of writing: they could redraw the screen. */
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from a message, made safe to write to a terminal. */
export function printable(text: string): string {
  return text.replaceAll('\t', '    ').replace(UNPRINTABLE, '\ufffd');
}

/** Breaks lines between words so that none is wider than `width`, except for a word that is. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    let current = '';
    for (const word of line.split(' ')) {
      if (current !== '' && current.length + 1 + word.length > width) {
        lines.push(current);
        current = word;
      } else {
        current = current === '' ? word : `${current} ${word}`;
      }
    }
    lines.push(current);
    return lines;
  });
}
