import type { Attachment } from '../blocks/attachment.ts';
import { parseMrkdwn } from '../text/mrkdwn.ts';
import { blockLines } from './block-lines.ts';
import type { NumberOf } from './element-lines.ts';
import { printable, wrap } from './printable.ts';
import { linkLine, pieceLines, type NameOf } from './text-lines.ts';

/** An attachment with a bar at its side, as Slack draws it; the pretext stands before the bar. */
export function attachmentLines(given: Attachment, width: number, nameOf: NameOf, numberOf?: NumberOf): string[] {
  const inner = width - 2;
  // Slack parses the marks only where `mrkdwn_in` names the field, but links everywhere; the difference is not drawn here.
  const text = (written: string | undefined): string[] =>
    written ? pieceLines(parseMrkdwn(written), inner, nameOf) : [];
  const { title, title_link: titleLink, author_name: author, image_url: picture, thumb_url: thumbnail } = given;
  const body = [
    ...(author ? wrap(printable(author), inner) : []),
    ...(title ? (titleLink ? [linkLine(title, titleLink)] : wrap(printable(title), inner)) : []),
    ...text(given.text),
    ...(given.fields ?? []).flatMap((field) => text([field.title, field.value].filter(Boolean).join(': '))),
    ...(picture ? [`[image: ${printable(picture)}]`] : []),
    ...(thumbnail ? [`[image: ${printable(thumbnail)}]`] : []),
    ...(given.blocks ?? []).flatMap((block) => blockLines(block, inner, nameOf, numberOf)),
    ...text(given.footer),
  ];
  // The fallback stands for what can not be shown, so it is read only where there is nothing else.
  const shown = body.length === 0 && !given.pretext ? text(given.fallback) : body;
  return [
    ...(given.pretext ? pieceLines(parseMrkdwn(given.pretext), width, nameOf) : []),
    ...shown.map((line) => `▌ ${line}`),
  ];
}
