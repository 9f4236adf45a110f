package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/**
 * Request smuggling: requests that end in another place for another reader. What is smuggled would
 * delete a timer, with a key that may.
 */
final class SmugglingAttacks {
    private static final String NAME =
            "request smuggling: two lengths, a length and chunks, odd spellings of either, bare line ends";

    /** Header fields, and how the body before the smuggled request looks. */
    private record Form(String title, String fields, String before) {}

    private static final List<Form> FORMS =
            List.of(
                    new Form(
                            "a length and chunks (CL.TE)",
                            "Content-Length: LENGTH\r\nTransfer-Encoding: chunked",
                            "0\r\n\r\n"),
                    new Form(
                            "chunks and a length (TE.CL)",
                            "Transfer-Encoding: chunked\r\nContent-Length: 5",
                            "0\r\n\r\n"),
                    new Form(
                            "two lengths, the shorter first",
                            "Content-Length: 2\r\nContent-Length: LENGTH",
                            "{}"),
                    new Form(
                            "two lengths, the longer first",
                            "Content-Length: LENGTH\r\nContent-Length: 2",
                            "{}"),
                    new Form("a list of lengths", "Content-Length: 2, LENGTH", "{}"),
                    new Form("a length with a sign", "Content-Length: +2", "{}"),
                    new Form("a negative length", "Content-Length: -2", "{}"),
                    new Form("a length in hexadecimal", "Content-Length: 0x2", "{}"),
                    new Form(
                            "a length beyond 64 bits",
                            "Content-Length: 18446744073709551618",
                            "{}"),
                    new Form("a blank before the colon", "Content-Length : 2", "{}"),
                    new Form(
                            "chunks with a blank before the colon",
                            "Transfer-Encoding : chunked\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "an unknown encoding",
                            "Transfer-Encoding: xchunked\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "two encodings",
                            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "an encoding in a folded line",
                            "Transfer-Encoding:\r\n chunked\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "an encoding behind a vertical tab",
                            "Transfer-Encoding: \u000bchunked\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "an encoding behind a bare line feed",
                            "X: y\nTransfer-Encoding: chunked\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "an encoding behind a bare carriage return",
                            "X: y\rTransfer-Encoding: chunked\r\nContent-Length: LENGTH",
                            "0\r\n\r\n"),
                    new Form(
                            "the end of the fields in a value",
                            "X: y\u0000\r\nContent-Length: LENGTH",
                            "{}"),
                    new Form(
                            "a chunk whose size overflows",
                            "Transfer-Encoding: chunked",
                            "10000000000000002\r\n{}\r\n0\r\n\r\n"),
                    new Form(
                            "a chunk with a negative size",
                            "Transfer-Encoding: chunked",
                            "-2\r\n{}\r\n0\r\n\r\n"),
                    new Form(
                            "a chunk that does not end where it says",
                            "Transfer-Encoding: chunked",
                            "2\r\n{}XX0\r\n\r\n"),
                    new Form(
                            "a chunk's extension with a bare line feed",
                            "Transfer-Encoding: chunked",
                            "2;a=b\nxx\r\n{}\r\n0\r\n\r\n"));

    private SmugglingAttacks() {}

    static List<Attack> all() {
        var attacks = new ArrayList<Attack>();
        for (var form : FORMS) {
            attacks.add(new Attack("API8", NAME, form.title(), server -> smuggle(server, form)));
        }
        attacks.add(
                Attack.of(
                        "API8",
                        "chunks in HTTP/1.0, an answer split by names, a request behind an upgrade",
                        SmugglingAttacks::others));
        return attacks;
    }

    private static String hidden(AttackedServer server) {
        return "DELETE %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
                .formatted(path("deleteTimer", OWN, "smuggled"), server.admin);
    }

    private static void smuggle(AttackedServer server, Form form) throws Exception {
        var before = server.victim("smuggled");
        var body = form.before() + hidden(server);
        var head =
                "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n"
                        .formatted(
                                path("createTimer", OWN, ""),
                                server.writer,
                                form.fields().replace("LENGTH", "" + body.length()));
        try (var connection = server.connect()) {
            var heard = connection.say(head + body).hangUp().everything();
            assertThat(heard).as(form.title()).doesNotContain(" 204 ", " 201 ");
        }
        server.requireUntouched("smuggled", before);
    }

    private static void others(AttackedServer server) throws Exception {
        var before = server.victim("smuggled");
        for (var head :
                List.of(
                        "POST %s HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                        "GET %s%%0d%%0aX:%%20y HTTP/1.1\r\nHost: localhost\r\nContent-Length: LENGTH\r\n\r\n",
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: LENGTH\r\n\r\n")) {
            var text =
                    head.formatted(path("getTimer", OWN, "smuggled"))
                            .replace("LENGTH", "" + hidden(server).length());
            try (var connection = server.connect()) {
                var heard = connection.say(text + hidden(server)).hangUp().everything();
                assertThat(heard).doesNotContain(" 204 ", "\r\nX: y", " 101 ");
            }
        }
        server.requireUntouched("smuggled", before);
    }
}
