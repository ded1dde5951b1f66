import { ActionIcon, Box, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconAmbulance,
  IconCash,
  IconCheck,
  IconEye,
  IconEyeOff,
  IconHeart,
  IconLifebuoy,
  IconLink,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconPhoto,
  IconPill,
  IconShieldHeart,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { Post } from '#contract/awa.ts';
import { hiddenDays } from '#contract/common.ts';
import { type Mark, type MarkedPlace, markNames } from '#contract/mark.ts';
import type { SubjectCase } from '#contract/subject-cases.ts';
import classes from '#web/features/awa/posts.module.css';
import { daysLeft } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { counted } from '#web/lib/numbers.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ForeignImage, ForeignPortrait } from '#web/ui/foreign-image.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const markIcons: Record<Mark, Icon> = {
  phone: IconPhone,
  email: IconMail,
  link: IconLink,
  name: IconUser,
  money: IconCash,
  sale: IconPill,
  'self-harm': IconLifebuoy,
  violence: IconShieldHeart,
  threat: IconAlertTriangle,
  emergency: IconAmbulance,
};

export const noWords = 'A picture without words';

/** The name of a post among others. */
const calledPost = ({ content }: Post) => `“${excerpt(content) || noWords}”`;

type PostRowProps = {
  post: Post;
  /** The search term. */
  term: string;
  selected: boolean;
  /** Names and profile pictures are hidden. */
  anonymous: boolean;
  /** The post's picture is shown at once. */
  pictures: boolean;
  /** The colour of the topic that a secret or a community belongs to. */
  colour: string | undefined;
  /** Opens the post with its comments. */
  onOpen: (id: string) => void;
  /** These are left out for a role that cannot change posts. */
  onSelect?: (id: string, on: boolean, range: boolean) => void;
  onHide?: (ids: string[], isHidden: boolean) => void;
  onDelete?: (post: Post) => void;
  /** Left out for a role that may not change moderation. */
  onOpenCase: ((post: Post) => void) | undefined;
  /** The latest case of the post; undefined without one, and for a role that may not look at moderation. */
  latestCase: SubjectCase | undefined;
  /** The post is being hidden or shown again. */
  busy: boolean;
  /** The failure of that. */
  failed: ShownFailure | undefined;
};

/** A post: its author, its text with search matches, its picture, and where it was posted. */
export const PostRow = memo(function PostRow(props: PostRowProps) {
  const {
    post,
    term,
    selected,
    anonymous,
    pictures,
    colour,
    onOpen,
    onSelect,
    onHide,
    onDelete,
    onOpenCase,
    latestCase,
    busy,
    failed,
  } = props;
  const author = { user: post.user, anonymous };
  return (
    <>
      {onSelect && (
        <div className={classes.check}>
          <Checkbox
            label={`Select the post ${calledPost(post)}`}
            checked={selected}
            onChange={(on, range) => onSelect(post.id, on, range)}
          />
        </div>
      )}
      <Box style={{ gridArea: 'avatar' }}>
        <Portrait {...author} />
      </Box>
      <WrittenBy {...author} at={post.createdAt} />
      <div className={classes.text}>
        <PostText post={post} term={term} />
        {post.imageUrl && !isOwnImage(post.imageUrl) && <ForeignImage address={post.imageUrl} />}
      </div>
      <div className={classes.foot}>
        <PostFoot post={post} onOpen={onOpen} latestCase={latestCase} />
        {failed && <InlineFailure failed={failed} />}
      </div>
      {isOwnImage(post.imageUrl) && <Picture address={post.imageUrl} shown={pictures} />}
      <Places post={post} colour={colour} />
      {onHide && onDelete && (
        <Group mt={-8} gap={0} wrap="nowrap" align="flex-start" justify="flex-end" style={{ gridArea: 'actions' }}>
          <HideButton
            what={`the post ${calledPost(post)}`}
            isHidden={post.hiddenAt !== null}
            busy={busy}
            onHide={(isHidden) => onHide([post.id], isHidden)}
          />
          {onOpenCase && (
            // A phone has no room for it; the panel of the post has it too.
            <Box visibleFrom="sm">
              <OpenCaseButton what={`the post ${calledPost(post)}`} onClick={() => onOpenCase(post)} />
            </Box>
          )}
          <ActionIcon aria-label={`Delete the post ${calledPost(post)}`} onClick={() => onDelete(post)}>
            <IconTrash size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Group>
      )}
    </>
  );
});

type HideButtonProps = {
  /** The text in a sentence: `the post “Warm water”`. */
  what: string;
  isHidden: boolean;
  busy: boolean;
  onHide: (isHidden: boolean) => void;
};

/** Hides a text from the app, or shows it again. While busy, it keeps the focus and ignores clicks. */
export function HideButton({ what, isHidden, busy, onHide }: HideButtonProps) {
  const HideIcon = isHidden ? IconEye : IconEyeOff;
  return (
    <ActionIcon
      aria-label={isHidden ? `Show ${what} again` : `Hide ${what}`}
      title={isHidden ? 'Show again' : 'Hide'}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onHide(!isHidden);
      }}
    >
      {busy ? <Spinner /> : <HideIcon size={18} stroke={1.6} aria-hidden="true" />}
    </ActionIcon>
  );
}

/** Opens a case on a text. */
export const OpenCaseButton = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <ActionIcon aria-label={`Open a case on ${what}`} title="Open a case" aria-haspopup="dialog" onClick={onClick}>
    <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
  </ActionIcon>
);

/** The state of a hidden text, with the days until it is erased. */
export const HiddenBadge = ({ at }: { at: string }) => (
  <StatusBadge
    state={{ word: `Hidden, ${daysLeft(at, hiddenDays).toLowerCase()}`, look: 'outlined', icon: IconEyeOff }}
  />
);

/** The marks of a text, each once. */
export function MarkBadges({ of: places }: { of: readonly MarkedPlace[] }) {
  const kinds = [...new Set(places.map(({ mark }) => mark))];
  if (kinds.length === 0) return null;
  return (
    <Group gap={6}>
      <VisuallyHidden>Needs a look:</VisuallyHidden>
      {kinds.map((mark) => (
        <StatusBadge key={mark} state={{ word: markNames[mark], look: 'warning', icon: markIcons[mark] }} />
      ))}
    </Group>
  );
}

/** A text that has been decided about was looked at; any other case can be opened. */
export function CaseSign({ of: { id, state } }: { of: SubjectCase }) {
  if (state === 'gone') return null;
  if (state === 'decided') return <StatusBadge state={{ word: 'Looked at', look: 'good', icon: IconCheck }} />;
  return (
    <Link
      className={classes.case}
      to="/admin/desk/moderation"
      search={{ case: id, ...(state !== 'open' && { state }) }}
    >
      Open case
    </Link>
  );
}

type AuthorProps = {
  user: Post['user'];
  /** The name and the picture are hidden. */
  anonymous: boolean;
};

export function Portrait({ user: { username, profiles }, anonymous }: AuthorProps) {
  if (anonymous) return <Avatar id="" name={null} />;
  return <Avatar id={username} name={username || null} image={profiles?.profile_image ?? ''} />;
}

/** The author of a post or a comment, and its time. */
export function WrittenBy({ user: { username, profiles }, anonymous, at }: AuthorProps & { at: string }) {
  const portrait = profiles?.profile_image ?? '';
  return (
    <div className={classes.who}>
      <Text span fw={500} {...((anonymous || !username) && { c: 'dimmed' })}>
        {anonymous ? 'Name hidden' : username || 'No name'}
      </Text>
      <Text span size="xs" c="dimmed">
        <RelativeTime at={new Date(at)} />
      </Text>
      {!anonymous && portrait && !isOwnImage(portrait) && <ForeignPortrait address={portrait} />}
    </div>
  );
}

/** The original text with its marks and search matches. */
export const PostText = ({ post: { content, marks }, term }: { post: Post; term: string }) =>
  content ? <MarkedText content={content} marks={marks} term={term} /> : <Text c="dimmed">{noWords}</Text>;

type PostFootProps = { post: Post; onOpen?: (id: string) => void; latestCase?: SubjectCase | undefined };

/**
 * The likes and the marks of a post, and whether it has a case. With `onOpen` also the number of its comments, as a button
 * that opens them.
 */
export function PostFoot({ post, onOpen, latestCase }: PostFootProps) {
  const { _count, marks } = post;
  const comments = counted(_count.comments, 'comment');
  return (
    <Group gap="0.375rem 1rem" mih="1.375rem" mt={6} c="dimmed" fz="xs" lh="xs">
      <Figure icon={IconHeart} text={counted(_count.likes, 'like')} />
      {onOpen && (
        <UnstyledButton
          className={classes.open}
          aria-haspopup="dialog"
          aria-label={`${comments}: open the post ${calledPost(post)}`}
          onClick={() => onOpen(post.id)}
        >
          <Figure icon={IconMessageCircle} text={comments} />
        </UnstyledButton>
      )}
      {post.hiddenAt !== null && <HiddenBadge at={post.hiddenAt} />}
      {latestCase && <CaseSign of={latestCase} />}
      <MarkBadges of={marks} />
    </Group>
  );
}

const Figure = ({ icon: FigureIcon, text }: { icon: Icon; text: string }) => (
  <Group component="span" gap={4} wrap="nowrap" data-tabular>
    <FigureIcon size={14} stroke={2} aria-hidden="true" />
    {text}
  </Group>
);

/** In pixels. */
const side = 96;

/** A picture that loads on request. Once shown, it links to its full size. */
export function Picture({ address, shown }: { address: string; shown: boolean }) {
  const [asked, setAsked] = useState(false);
  if (!shown && !asked) {
    return (
      <UnstyledButton className={classes.picture} data-picture onClick={() => setAsked(true)}>
        <IconPhoto size={24} stroke={1.6} aria-hidden="true" />
        Show picture
      </UnstyledButton>
    );
  }
  return (
    <a
      className={classes.picture}
      data-picture
      aria-label="Open the picture"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
    >
      <img src={imageFor(address, side)} alt="" width={side} height={side} />
    </a>
  );
}

/** The secret and the community of a post, also when they are deleted. */
export function Places({
  post: { secretId, secret, communityId, community },
  colour,
}: {
  post: Post;
  colour: string | undefined;
}) {
  return (
    <div className={classes.places}>
      {secretId && (
        <Group gap="xs" wrap="nowrap" miw={0} maw="100%">
          <Box w={10} h={10} flex="none" bdrs={3} bg={colour ?? 'var(--awa-edge)'} aria-hidden="true" />
          <Place what="Secret" name={secret?.title} fw={500} />
        </Group>
      )}
      {communityId && (
        <Group gap="xs" wrap="nowrap" miw={0} maw="100%" c="dimmed">
          <IconUsers size={14} stroke={1.6} style={{ flex: 'none', marginInline: -2 }} aria-hidden="true" />
          <Place what="Community" name={community?.name} c="dimmed" />
        </Group>
      )}
    </div>
  );
}

const Place = ({ what, name, ...look }: { what: string; name: string | undefined; fw?: number; c?: string }) => (
  <Text size="xs" truncate title={name} {...look} {...(name === undefined && { fs: 'italic', fw: 400, c: 'dimmed' })}>
    <VisuallyHidden>{what}: </VisuallyHidden>
    {name ?? 'removed'}
  </Text>
);
