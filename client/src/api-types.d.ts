// Written by `npm run write-client` from the document of the API.
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell for whom, where and until when a key works
         * @description Any key.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recordings, newest first, or those in which some words stand, best first
         * @description Scope of the key: `read`.
         */
        get: operations["listRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recording
         * @description Scope of the key: `read`.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        /**
         * Delete a recording, with all that was made of it
         * @description Scope of the key: `delete`.
         */
        delete: operations["deleteRecording"];
        options?: never;
        head?: never;
        /**
         * Change the texts of a recording
         * @description Scope of the key: `write`.
         */
        patch: operations["changeRecording"];
        trace?: never;
    };
    "/api/v1/recordings/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the transcript
         * @description Scope of the key: `read`.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/chapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the chapters, with their quotes
         * @description Scope of the key: `read`.
         */
        get: operations["getChapters"];
        /**
         * Replace the chapters: what is left out of a chapter that is known by its id stays
         * @description Scope of the key: `write`.
         */
        put: operations["replaceChapters"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/chapters/resize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join or divide chapters, to as many as these or near that; edited ones stay
         * @description Scope of the key: `write`.
         */
        post: operations["resizeChapters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the quotes, in the order of time
         * @description Scope of the key: `read`.
         */
        get: operations["listQuotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/slides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the slides with words on them, in the order of time
         * @description Scope of the key: `read`.
         */
        get: operations["listSlides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the steps that failed once more
         * @description Scope of the key: `write`.
         */
        post: operations["retryRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write the chapters again; edited parts stay
         * @description Scope of the key: `write`.
         */
        post: operations["regenerateChapters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write the summary again
         * @description Scope of the key: `write`.
         */
        post: operations["writeSummary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/outlines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts that were written again, by when that was
         * @description Scope of the key: `write`.
         */
        get: operations["listOutlines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/outlines/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the last writing changed
         * @description Scope of the key: `read`.
         */
        get: operations["getOutlineChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/outlines/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring texts back that were written again, with the edits since, or take that back
         * @description Scope of the key: `write`.
         */
        post: operations["restoreOutline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what people changed in the texts, newest first
         * @description Scope of the key: `write`.
         */
        get: operations["listEdits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/files/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the address of a text as a file
         * @description Scope of the key: `read`.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/slides-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the address of the slides as a PDF
         * @description Scope of the key: `read`.
         */
        get: operations["getSlidesFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the address of the recording as it was uploaded
         * @description Scope of the key: `read`.
         */
        get: operations["getOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/transcript/cues/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct the words of a cue, from the version of the transcript that was read
         * @description Scope of the key: `write`.
         */
        patch: operations["changeCue"];
        trace?: never;
    };
    "/api/v1/recordings/{id}/transcript/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Give a speaker another name, everywhere or in some cues
         * @description Scope of the key: `write`.
         */
        patch: operations["renameSpeaker"];
        trace?: never;
    };
    "/api/v1/recordings/{id}/captions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a caption or transcript file, also while the recording is being uploaded
         * @description Scope of the key: `write`.
         */
        put: operations["putCaptions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/tracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tracks of sound and captions, and which are taken
         * @description Scope of the key: `write`.
         */
        get: operations["getTracks"];
        /**
         * Choose the sound that is heard and the source of the transcript
         * @description Scope of the key: `write`.
         */
        put: operations["chooseTracks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/glossary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the terms of the glossary
         * @description Scope of the key: `read`.
         */
        get: operations["listTerms"];
        put?: never;
        /**
         * Add a term to the glossary, with the forms that stand for it by mistake
         * @description Scope of the key: `write`.
         */
        post: operations["createTerm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/glossary/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a term from the glossary
         * @description Scope of the key: `write`.
         */
        delete: operations["deleteTerm"];
        options?: never;
        head?: never;
        /**
         * Change a term of the glossary
         * @description Scope of the key: `write`.
         */
        patch: operations["changeTerm"];
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the places where words are said, written or shown
         * @description Scope of the key: `read`.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the library a question; every sentence of the answer names words that were said
         * @description Scope of the key: `ask`.
         */
        post: operations["ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/highlights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the highlights, of one recording or of all
         * @description Scope of the key: `read`.
         */
        get: operations["listHighlights"];
        put?: never;
        /**
         * Mark words of a transcript, from one cue to another; the same words are marked once
         * @description Scope of the key: `write`.
         */
        post: operations["createHighlight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/highlights/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a highlight
         * @description Scope of the key: `write`.
         */
        delete: operations["deleteHighlight"];
        options?: never;
        head?: never;
        /**
         * Write the note of a highlight
         * @description Scope of the key: `write`.
         */
        patch: operations["changeHighlight"];
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the uploads that are not finished
         * @description Scope of the key: `write`.
         */
        get: operations["listUploads"];
        put?: never;
        /**
         * Begin an upload; the recording will have its id
         * @description Scope of the key: `write`.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/from-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a recording fetched from a public https address; it will have the id of the upload
         * @description Scope of the key: `write`.
         */
        post: operations["uploadFromUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an upload that is not finished
         * @description Scope of the key: `write`.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Cancel an upload
         * @description Scope of the key: `write`.
         */
        delete: operations["cancelUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut a clip out of a recording; the same part is cut once
         * @description Scope of the key: `write`.
         */
        post: operations["createClip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clips/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a clip
         * @description Scope of the key: `read`.
         */
        get: operations["getClip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/screenshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the picture that is shown at a second
         * @description Scope of the key: `write`.
         */
        post: operations["createScreenshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the share links of a recording
         * @description Scope of the key: `publish`.
         */
        get: operations["listShares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a share link to a recording, a chapter of it, or the part between two seconds
         * @description Scope of the key: `publish`.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Revoke a share link, or open it again
         * @description Scope of the key: `publish`.
         */
        patch: operations["changeShare"];
        trace?: never;
    };
    "/api/v1/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the portal
         * @description Scope of the key: `publish`.
         */
        get: operations["getPortal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the portal, or what is in it
         * @description Scope of the key: `publish`.
         */
        patch: operations["changePortal"];
        trace?: never;
    };
    "/api/v1/portal/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the portal, or give it a new address: links to the old one end at once
         * @description Scope of the key: `publish`.
         */
        post: operations["generatePortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/portal/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo of the portal: a PNG in base64
         * @description Scope of the key: `publish`.
         */
        put: operations["setPortalLogo"];
        post?: never;
        /**
         * Remove the logo of the portal
         * @description Scope of the key: `publish`.
         */
        delete: operations["removePortalLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/portal/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what visitors of the portal played, searched and shared in the last days
         * @description Scope of the key: `publish`.
         */
        get: operations["getPortalStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send an export, which is brought into the workspace
         * @description Scope of the key: `manage`.
         */
        put: operations["importArchive"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/last": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far the last import is
         * @description Scope of the key: `manage`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an export of the workspace, as a ZIP that is written while it is downloaded
         * @description Scope of the key: `manage`.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/last": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far your last export is
         * @description Scope of the key: `manage`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the plan and what of it is used
         * @description Scope of the key: `read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what visitors watched, most first
         * @description Scope of the key: `read`.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the workspace
         * @description Scope of the key: `read`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name of the workspace, or what viewers may do
         * @description Scope of the key: `manage`.
         */
        patch: operations["changeWorkspace"];
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of the workspace
         * @description Scope of the key: `manage`.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a person; what they made stays
         * @description Scope of the key: `manage`.
         */
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        /**
         * Give a person another role
         * @description Scope of the key: `manage`.
         */
        patch: operations["changePerson"];
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open invitations
         * @description Scope of the key: `manage`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody by email
         * @description Scope of the key: `manage`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again, with a new link; the old one ends
         * @description Scope of the key: `manage`.
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Scope of the key: `manage`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was done in the workspace, newest first
         * @description Scope of the key: `manage`.
         */
        get: operations["listLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks
         * @description Scope of the key: `manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Scope of the key: `manage`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description Scope of the key: `manage`.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Scope of the key: `manage`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for a webhook; the old one signs beside it for a day
         * @description Scope of the key: `manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook an event of the kind webhook.test
         * @description Scope of the key: `manage`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook one event again, or all since a moment that did not arrive
         * @description Scope of the key: `manage`.
         */
        post: operations["resendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a webhook was told, newest first
         * @description Scope of the key: `manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of the workspace; people make them, in the web app
         * @description Scope of the key: `manage`.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Scope of the key: `manage`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {string} */
            code: "bad_request" | "text_too_long" | "missing_fields" | "bad_email" | "bad_domain" | "password_short" | "password_weak" | "password_long" | "password_common" | "password_same" | "address_same" | "token_invalid" | "sign_in_expired" | "sign_in_other_browser" | "archive_incomplete" | "address_refused" | "app_unknown" | "app_address_unknown" | "nothing_to_change" | "workspace_name_wrong" | "plan_unknown" | "pack_unknown" | "card_refused" | "bad_signature" | "logo_unread" | "share_end_past" | "share_part_wrong" | "bad_content_range" | "chunk_mismatch" | "clip_parts_missing" | "clip_times_invalid" | "clip_order" | "clip_beyond_end" | "time_invalid" | "time_beyond_end" | "cursor_invalid" | "key_of_request_invalid" | "second_factor_needed" | "second_factor_wrong" | "unauthorized" | "sign_in_due" | "bad_credentials" | "archive_too_large" | "plan_maximum" | "plan_minutes" | "membership_expired" | "tokens_used_up" | "professional_only" | "portal_resting" | "uploads_unfinished" | "uploads_too_large" | "people_full" | "password_wrong" | "sign_in_again" | "password_change_needed" | "second_factor_required" | "forbidden" | "role_too_low" | "key_refused" | "scope_missing" | "workspace_left" | "not_verified" | "passwords_off" | "sign_in_declined" | "invitation_needed" | "email_missing" | "email_unverified" | "administrators_only" | "deactivated" | "share_resting" | "share_locked" | "share_password_wrong" | "not_found" | "invitation_unknown" | "portal_gone" | "questions_off" | "portal_video_gone" | "share_unknown" | "second_factor_on" | "second_factor_none" | "email_taken" | "account_elsewhere" | "role_by_company" | "workspace_full" | "domain_public" | "domain_listed" | "domain_taken" | "domain_unproved" | "domains_too_many" | "keys_too_many" | "already_verified" | "already_in_workspace" | "invited_already" | "invitation_other_address" | "last_owner" | "hand_over_first" | "handover_gone" | "workspaces_too_many" | "trial_begun" | "not_ready" | "chapters_changed" | "text_changed" | "line_changed" | "no_such_track" | "lines_corrected" | "speaker_changed" | "words_changed" | "highlights_too_many" | "terms_too_many" | "form_taken" | "rewrite_running" | "rewrite_over" | "nothing_to_rewrite" | "nothing_to_undo" | "edits_left" | "nothing_to_redraw" | "no_transcript" | "no_slides" | "chapters_too_few" | "export_running" | "import_running" | "quotes_kept" | "plan_held" | "no_downgrade" | "no_subscription" | "nothing_to_keep" | "checkout_closed" | "portal_changed" | "shares_too_many" | "upload_complete" | "size_changed" | "request_running" | "request_interrupted" | "clips_unfinished" | "stopped" | "recording_lost" | "share_ended" | "share_revoked" | "upload_gone" | "removed_from_workspace" | "invitation_used" | "invitation_revoked" | "invitation_expired" | "changed_meanwhile" | "file_too_large" | "captions_too_large" | "archive_unreadable" | "archive_without_recordings" | "no_passages" | "empty_file" | "not_media" | "broken_media" | "unreadable_media" | "protected_media" | "media_too_long" | "picture_too_large" | "reading_stopped" | "source_missing" | "source_is_page" | "captions_unreadable" | "no_words" | "request_differs" | "speech_declined" | "version_needed" | "too_many_tries" | "too_many_invitations" | "too_many_requests" | "media_unread" | "clip_failed" | "media_failed" | "speech_failed" | "interrupted" | "internal" | "sign_in_untrusted" | "sign_in_stale" | "sign_in_misconfigured" | "source_failed" | "payment_failed" | "payment_state_unknown" | "payments_not_set_up" | "sign_in_away" | "domain_unanswered" | "busy" | "storage_unavailable" | "storage_away" | "media_pending" | "media_engine_missing" | "speech_unreachable" | "speech_refused" | "speech_busy" | "speech_unpaid" | "language_failed" | "language_refused" | "unavailable" | "database_away" | "took_too_long" | "disk_full";
            instance: string;
            errors?: {
                detail: string;
                pointer?: string;
                parameter?: string;
            }[];
            by?: {
                name: string;
                at: string;
            };
            present?: {
                [key: string]: unknown;
            };
        };
        Recording: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            summary: string;
            /** @enum {string} */
            kind: "video" | "audio";
            duration: number;
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            is_playable: boolean;
            /** @enum {string} */
            state: "processing" | "ready" | "failed";
            progress: number;
            steps: {
                /** @enum {string} */
                step: "inspect" | "playable" | "thumbnail" | "transcript" | "storyboard" | "chapters" | "search" | "slides" | "speakers";
                /** @enum {string} */
                state: "waiting" | "running" | "done" | "failed" | "blocked" | "skipped";
                progress: number;
                problem: string | null;
            }[];
            page_url: string;
            stream_url: string;
            thumbnail_url: string | null;
            version: string;
        };
        Removed: {
            /** Format: uuid */
            id: string;
            /** @constant */
            removed: true;
        };
        Transcript: {
            /** Format: uuid */
            recording_id: string;
            /** @enum {string} */
            source: "file" | "embedded" | "speech";
            cues: {
                start: number;
                end: number;
                speaker: string | null;
                text: string;
            }[];
            version: string;
        };
        Chapters: {
            data: components["schemas"]["Chapter"][];
            version: string;
        };
        Chapter: {
            /** Format: uuid */
            id: string;
            title: string;
            start: number;
            end: number;
            summary: string;
            quotes: components["schemas"]["Quote"][];
            thumbnail_url: string | null;
            edited: ("title" | "summary" | "quote")[];
        };
        Quote: {
            /** Format: uuid */
            chapter_id: string;
            text: string;
            spoken: string | null;
            start: number;
            is_verbatim: boolean;
            is_key_sentence: boolean;
        };
        Slide: {
            start: number;
            end: number;
            title: string;
            text: string;
        };
        Begun: {
            /** Format: uuid */
            recording_id: string;
            message: string;
        };
        Outline: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "chapters" | "summary" | "redrawn" | "titled";
            restored: boolean;
        };
        OutlineChanges: {
            texts: {
                /** @enum {string} */
                field: "title" | "description" | "summary";
                before: string;
                after: string;
            }[];
            chapters: {
                before: {
                    title: string;
                    start: string;
                    summary: string;
                    quotes: string[];
                } | null;
                after: {
                    title: string;
                    start: string;
                    summary: string;
                    quotes: string[];
                } | null;
                fields: ("title" | "start" | "summary" | "quotes")[];
            }[];
        };
        Edit: {
            id: number;
            by: {
                /** Format: uuid */
                id: string;
                firstname: string;
                lastname: string;
            } | null;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            field: "title" | "description" | "summary" | "chapter_title" | "chapter_summary" | "chapter_quotes" | "chapters" | "outline" | "cue" | "speaker";
            chapter_id: string | null;
            cue_start: number | null;
            cues: number[] | null;
            before: string;
            after: string;
        };
        Download: {
            download_url: string;
        };
        Cue: {
            start: number;
            end: number;
            speaker: string | null;
            text: string;
            /** Format: uuid */
            recording_id: string;
            number: number;
            version: string;
        };
        RenamedSpeaker: {
            /** Format: uuid */
            recording_id: string;
            cues: number[];
            version: string;
        };
        Captions: {
            /** Format: uuid */
            recording_id: string;
            message: string;
            cues: number;
            warnings: number;
            encoding: string;
            choices: {
                /** @enum {string} */
                encoding: "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "koi8-r" | "koi8-u" | "ibm866" | "iso-8859-2" | "iso-8859-5" | "iso-8859-7" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | "macintosh" | "iso-8859-15" | "iso-8859-13" | "iso-8859-4" | "iso-8859-6" | "ibm850" | "ibm852" | "ibm737" | "ibm775" | "ibm855" | "ibm857" | "ibm862" | "x-mac-cyrillic" | "x-mac-ce" | "x-mac-greek" | "x-mac-turkish";
                lines: string;
            }[] | null;
        };
        Tracks: {
            sounds: {
                track: number;
                language: string | null;
                title: string | null;
                is_default: boolean;
                is_forced: boolean;
                readable: boolean;
                share: number | null;
            }[];
            sound: number | null;
            words_of: number | null;
            captions: {
                track: number;
                language: string | null;
                title: string | null;
                is_default: boolean;
                is_forced: boolean;
                readable: boolean;
                share: number | null;
            }[];
            file: string | null;
            recognises: boolean;
            taken: (number | ("file" | "speech")) | null;
            corrected: number;
        };
        Term: {
            /** Format: uuid */
            id: string;
            term: string;
            wrong: string[];
            /** Format: date-time */
            created_at: string;
            version: string;
        };
        SearchResult: {
            /** Format: uuid */
            recording_id: string;
            title: string;
            total: number;
            places: {
                /** @enum {string} */
                kind: "chapter" | "summary" | "quote" | "transcript" | "slide" | "highlight";
                text: string;
                start: number;
                chapter: string | null;
                url: string;
            }[];
        };
        Answer: {
            sentences: {
                text: string;
                citations: number[];
            }[];
            citations: {
                /** Format: uuid */
                recording_id: string;
                title: string;
                chapter: string | null;
                text: string;
                start: number;
                end: number;
                url: string;
            }[];
            remark: string;
        };
        Highlight: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            recording_id: string;
            start: number;
            end: number;
            words: string;
            note: string;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            version: string;
        };
        Upload: {
            /** Format: uuid */
            id: string;
            upload_url: string | null;
            file_name: string;
            size: number | null;
            received: number | null;
            /** Format: date-time */
            created_at: string;
        };
        Clip: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            recording_id: string;
            start: number;
            end: number;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed";
            download_url: string | null;
        };
        Screenshot: {
            download_url: string;
            file_name: string;
        };
        Share: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @enum {string} */
            kind: "video" | "chapter" | "clip";
            title: string | null;
            start: number | null;
            end: number | null;
            has_password: boolean;
            shows_transcript: boolean;
            ends_at: string | null;
            /** @enum {string} */
            state: "open" | "ended" | "revoked";
            views: number;
            /** Format: date-time */
            created_at: string;
        };
        Portal: {
            title: string;
            accent: string;
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
            /** @enum {string} */
            layout: "grid" | "list" | "single";
            /** @enum {string} */
            font: "serif" | "sans" | "system";
            show_quotes: boolean;
            show_downloads: boolean;
            answers_questions: boolean;
            /** @enum {string} */
            ai_line: "texts" | "foot" | "off";
            url: string;
            embed_code: string;
            logo_url: string | null;
            sites: string[];
            recording_ids: string[];
            version: string;
        };
        PortalFigures: {
            days: {
                /** Format: date */
                day: string;
                plays: number;
            }[];
            recordings: {
                /** Format: uuid */
                recording_id: string;
                title: string;
                plays: number;
            }[];
            chapters: {
                /** Format: uuid */
                recording_id: string;
                title: string;
                start: number;
                views: number;
                share: number;
            }[];
            searches: number;
            missed: {
                keyword: string;
                count: number;
            }[];
            quotes: {
                /** Format: uuid */
                recording_id: string;
                text: string;
                shared: number;
            }[];
        };
        Usage: {
            /** @enum {string} */
            plan: "free" | "executive" | "professional";
            /** @enum {string} */
            subscription_status: "active" | "canceled" | "inactive";
            membership_end: string | null;
            tokens: {
                used: number;
                of: number;
            };
            recordings: {
                used: number;
                of: number;
            };
            max_file_size: number;
        };
        Watched: {
            /** Format: uuid */
            recording_id: string;
            title: string;
            duration: number;
            portal: number;
            links: number;
            chapters: {
                title: string;
                start: number;
                times: number;
            }[];
        };
        Workspace: {
            /** Format: uuid */
            id: string;
            name: string;
            viewers_ask: boolean;
            viewers_download: boolean;
            seats: {
                taken: number;
                of: number;
            };
            viewers: {
                taken: number;
                of: number;
            };
            version: string;
        };
        Person: {
            /** Format: uuid */
            id: string;
            firstname: string;
            lastname: string;
            email: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "viewer";
            last_seen: string | null;
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "viewer";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            has_expired: boolean;
        };
        LogEntry: {
            id: number;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            action: "member.invited" | "invitation.revoked" | "member.joined" | "member.role_changed" | "member.removed" | "member.left" | "member.signed_in" | "handover.offered" | "handover.withdrawn" | "handover.declined" | "handover.accepted" | "workspace.created" | "workspace.changed" | "workspace.deleted" | "domain.added" | "domain.verified" | "domain.lost" | "domain.removed" | "recording.deleted" | "recording.published" | "recording.withdrawn" | "portal.created" | "portal.moved" | "portal.changed" | "link.created" | "link.revoked" | "link.reopened" | "export.started" | "import.started" | "webhook.added" | "webhook.changed" | "webhook.removed" | "key.created" | "key.revoked" | "app.connected" | "app.disconnected" | "plan.changed" | "tokens.added";
            actor: string;
            person: string | null;
            /** @enum {string} */
            via: "session" | "key" | "provider" | "administrator";
            object: {
                kind: string;
                id: string;
            };
            detail: {
                [key: string]: string | number | boolean;
            };
            network: string | null;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            kinds: ("recording.received" | "recording.ready" | "recording.failed" | "recording.deleted" | "transcript.changed" | "chapters.changed" | "clip.ready" | "clip.failed" | "highlight.created" | "share.created" | "share.revoked" | "portal.published" | "member.joined" | "member.left" | "member.role_changed" | "key.created" | "key.revoked" | "plan.changed" | "limit.reached")[];
            /** @enum {string} */
            state: "active" | "failing" | "paused";
            /** Format: date-time */
            created_at: string;
            last: {
                /** Format: date-time */
                at: string;
                status: number | null;
            } | null;
        };
        WebhookSecret: {
            /** Format: uuid */
            id: string;
            secret: string;
        };
        WebhookTest: {
            /** Format: uuid */
            id: string;
            message: string;
        };
        Resent: {
            count: number;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            kind: string;
            body: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed";
            attempts: number;
            next_at: string | null;
            status: number | null;
            answer: string | null;
            took_ms: number | null;
            /** Format: date-time */
            created_at: string;
        };
        Key: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "person" | "workspace" | "app";
            name: string;
            prefix: string;
            client_id: string | null;
            scopes: ("read" | "write" | "delete" | "ask" | "publish" | "manage")[];
            created_by: {
                /** Format: uuid */
                id: string;
                firstname: string;
                lastname: string;
            };
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            has_expired: boolean;
            last_used_at: string | null;
        };
    };
    responses: {
        /** @description It could not be done; `code` says why. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Names this request: sent again within 24 hours, it is not done again. */
        IdempotencyKey: string;
        /** @description The `ETag` of what you have read, or `*`. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description What is left in this minute, and the seconds until it ends. */
        RateLimit: string;
        /** @description Names this version, for `If-Match`. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        person: {
                            /** Format: uuid */
                            id: string;
                            firstname: string;
                            lastname: string;
                            email: string;
                        };
                        /** @enum {string} */
                        role: "owner" | "admin" | "editor" | "viewer";
                        scopes: ("read" | "write" | "delete" | "ask" | "publish" | "manage")[];
                        expires_at: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listRecordings: {
        parameters: {
            query?: {
                q?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recording"][];
                        next_cursor: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recording"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    deleteRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeRecording: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    summary?: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recording"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getTranscript: {
        parameters: {
            query?: {
                format?: "json" | "vtt" | "srt" | "txt";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transcript"];
                    "text/vtt": string;
                    "application/x-subrip": string;
                    "text/plain": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getChapters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapters"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    replaceChapters: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    chapters: {
                        /** Format: uuid */
                        id?: string;
                        title: string;
                        start: number;
                        summary?: string;
                        quotes?: string[];
                    }[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapters"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    resizeChapters: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    count: number;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapters"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listQuotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listSlides: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Slide"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    retryRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    regenerateChapters: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    chapters?: "fewer" | "more";
                };
            };
        };
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    writeSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listOutlines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Outline"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getOutlineChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutlineChanges"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    restoreOutline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    at: string;
                    /** @default true */
                    restored?: boolean;
                    /** @default false */
                    drop_edits?: boolean;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapters"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listEdits: {
        parameters: {
            query?: {
                person_id?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Edit"][];
                        next_cursor: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                kind: "transcript.vtt" | "transcript.srt" | "transcript.txt" | "transcript.docx" | "transcript.md" | "chapters.txt" | "chapters.json" | "show-notes.md" | "slides.txt";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Download"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getSlidesFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Download"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Download"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeCue: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cue"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    renameSpeaker: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from: string;
                    to: string;
                    cues?: number[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenamedSpeaker"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    putCaptions: {
        parameters: {
            query?: {
                file_name?: string;
                encoding?: "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "koi8-r" | "koi8-u" | "ibm866" | "iso-8859-2" | "iso-8859-5" | "iso-8859-7" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | "macintosh" | "iso-8859-15" | "iso-8859-13" | "iso-8859-4" | "iso-8859-6" | "ibm850" | "ibm852" | "ibm737" | "ibm775" | "ibm855" | "ibm857" | "ibm862" | "x-mac-cyrillic" | "x-mac-ce" | "x-mac-greek" | "x-mac-turkish";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Captions"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getTracks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tracks"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    chooseTracks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sound?: number;
                    captions?: number | ("file" | "speech");
                    /** @default false */
                    recognise_again?: boolean;
                    /** @default 0 */
                    corrected?: number;
                };
            };
        };
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listTerms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Term"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createTerm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    term: string;
                    wrong?: string[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Term"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    deleteTerm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeTerm: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    term?: string;
                    wrong?: string[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Term"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    search: {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SearchResult"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    ask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    question: string;
                    recording_ids?: string[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listHighlights: {
        parameters: {
            query?: {
                recording_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Highlight"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createHighlight: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    recording_id: string;
                    first_cue: number;
                    last_cue: number;
                    words: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Highlight"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    deleteHighlight: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeHighlight: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Highlight"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Upload"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    file_name: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    uploadFromUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    cancelUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createClip: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    recording_id: string;
                    start: number;
                    end: number;
                };
            };
        };
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clip"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getClip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clip"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createScreenshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    recording_id: string;
                    at: number;
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Screenshot"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Share"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    recording_id: string;
                    /** Format: uuid */
                    chapter_id?: string;
                    start?: number;
                    end?: number;
                    title?: string;
                    password?: string;
                    /** Format: date-time */
                    ends_at?: string;
                    /** @default true */
                    shows_transcript?: boolean;
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    is_revoked: boolean;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portal"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changePortal: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    accent?: string;
                    /** @enum {string} */
                    theme?: "auto" | "light" | "dark";
                    /** @enum {string} */
                    layout?: "grid" | "list" | "single";
                    /** @enum {string} */
                    font?: "serif" | "sans" | "system";
                    sites?: string[];
                    show_quotes?: boolean;
                    show_downloads?: boolean;
                    answers_questions?: boolean;
                    /** @enum {string} */
                    ai_line?: "texts" | "foot" | "off";
                    recording_ids?: string[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portal"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    generatePortal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    recording_ids?: string[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portal"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    setPortalLogo: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: base64 */
                    png: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portal"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    removePortalLogo: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portal"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getPortalStatistics: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalFigures"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    importArchive: {
        parameters: {
            query?: {
                repeats?: "skip" | "take";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        state: "receiving" | "waiting" | "running" | "done" | "failed";
                        imported: number;
                        videos: number;
                        problem: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        state: "receiving" | "waiting" | "running" | "done" | "failed";
                        imported: number;
                        videos: number;
                        problem: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default with
                     * @enum {string}
                     */
                    recordings?: "with" | "without";
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Download"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        state: "waiting" | "running" | "done" | "stopped";
                        /** @enum {string} */
                        recordings: "with" | "without";
                        sent: number;
                        total: number;
                        missing: number;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                recording_id?: string;
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Watched"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeWorkspace: {
        parameters: {
            query?: never;
            header: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of what you have read, or `*`. */
                "If-Match": components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    viewers_ask?: boolean;
                    viewers_download?: boolean;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Person"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "admin" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listLog: {
        parameters: {
            query?: {
                person_id?: string;
                action?: "member.invited" | "invitation.revoked" | "member.joined" | "member.role_changed" | "member.removed" | "member.left" | "member.signed_in" | "handover.offered" | "handover.withdrawn" | "handover.declined" | "handover.accepted" | "workspace.created" | "workspace.changed" | "workspace.deleted" | "domain.added" | "domain.verified" | "domain.lost" | "domain.removed" | "recording.deleted" | "recording.published" | "recording.withdrawn" | "portal.created" | "portal.moved" | "portal.changed" | "link.created" | "link.revoked" | "link.reopened" | "export.started" | "import.started" | "webhook.added" | "webhook.changed" | "webhook.removed" | "key.created" | "key.revoked" | "app.connected" | "app.disconnected" | "plan.changed" | "tokens.added";
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    kinds: ("recording.received" | "recording.ready" | "recording.failed" | "recording.deleted" | "transcript.changed" | "chapters.changed" | "clip.ready" | "clip.failed" | "highlight.created" | "share.created" | "share.revoked" | "portal.published" | "member.joined" | "member.left" | "member.role_changed" | "key.created" | "key.revoked" | "plan.changed" | "limit.reached")[];
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    kinds?: ("recording.received" | "recording.ready" | "recording.failed" | "recording.deleted" | "transcript.changed" | "chapters.changed" | "clip.ready" | "clip.failed" | "highlight.created" | "share.created" | "share.revoked" | "portal.published" | "member.joined" | "member.left" | "member.role_changed" | "key.created" | "key.revoked" | "plan.changed" | "limit.reached")[];
                    /** @enum {string} */
                    state?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    resendDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    delivery_id?: string;
                    /** Format: date-time */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request: sent again within 24 hours, it is not done again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removed"];
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
}
