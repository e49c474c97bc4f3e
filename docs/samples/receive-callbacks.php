<?php
// Receiver of callbacks with a check of their signature: PHP 8, no package.
//   VOLLEY_SECRET=whsec_… php -S 127.0.0.1:8082 receive-callbacks.php
// POST /callbacks  204: the events are stored; 401: not from the service. Any answer but 2xx is repeated for a day.

const AGE_SECONDS_MAX = 300;

// The signature covers the received bytes, so check them before you parse.
function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > AGE_SECONDS_MAX) {
        return false;
    }
    $key = base64_decode(substr((string) getenv('VOLLEY_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is being changed there are two signatures.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}

// The messaging API posts a list of events, a dispatch of the partner API one object. Store them and answer; work on
// them later. A repeated request has the same webhook-id, a repeated event the same event_number.
function store(string $body): void
{
    $content = json_decode($body, true, 32, JSON_THROW_ON_ERROR);
    $output = fopen('php://stdout', 'w');
    foreach (array_is_list($content) ? $content : [$content] as $event) {
        fwrite($output, $_SERVER['HTTP_WEBHOOK_ID'] . ' ' . ($event['callback_event'] ?? $event['event']) . "\n");
    }
}

function answer(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/callbacks') {
        return 404;
    }
    $body = (string) file_get_contents('php://input');
    if (!isGenuine($body)) {
        return 401;
    }
    store($body);
    return 204;
}

try {
    http_response_code(answer());
} catch (Throwable $error) {
    error_log($error->getMessage());
    http_response_code(500);
}
