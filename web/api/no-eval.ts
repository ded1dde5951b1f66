import { z } from 'zod';

// Schemas compile themselves where they may. The content security policy forbids it, and even to find that out would be
// reported as a violation. To be imported before the contract: its schemas try it as soon as they are made.
z.config({ jitless: true });
