import { firefox } from '#engines/firefox.ts';
import { tryEngine } from '#engines/try-engine.ts';

tryEngine(firefox);
