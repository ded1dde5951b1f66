import { webkit } from '#engines/webkit.ts';
import { tryEngine } from '#engines/try-engine.ts';

tryEngine(webkit);
