package dev.belfry.check.browser;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** A drawing as pdftocairo makes it, in fewer words: nothing changes that an eye could see. */
final class Drawing {
    private static final Pattern PATH = Pattern.compile(" d=\"([^\"]*)\"");
    private static final Pattern PLACE = Pattern.compile("(?<= [xy]=\")-?[0-9.]+");
    private static final Pattern COMMAND = Pattern.compile("([MLCZ])((?: -?[0-9.]+)*)");

    /** A move after the end of a path leads where the end is. */
    private static final Pattern LAST_MOVE = Pattern.compile("(?<=Z) M [-0-9. ]+$");

    private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+");
    private static final Pattern COLOUR =
            Pattern.compile("rgb\\(([0-9.]+)%,([0-9.]+)%,([0-9.]+)%\\)");
    private static final Pattern USUAL =
            Pattern.compile(
                    "stroke:none;|(?:fill-rule|clip-rule):nonzero;|(?:fill|stroke)-opacity:1;"
                            + "|stroke-linecap:butt;|stroke-linejoin:miter;|stroke-miterlimit:4;"
                            + "| clip-rule=\"nonzero\"");
    private static final Pattern CLIP =
            Pattern.compile("<clipPath id=\"(\\w+)\">(.*?)</clipPath>\n", Pattern.DOTALL);
    private static final Pattern CLIPPED = Pattern.compile("url\\(#(clip\\w+)\\)");

    private static final Pattern BITMAP = Pattern.compile("(?<=data:image/png;base64,)[^\"]+");

    private static final int COLOURS = 256;
    private static final String LAST_GLYPH = "</symbol>";
    private static final int GLYPH_DIGITS = 2;
    private static final int DIGITS = 1;

    private Drawing() {}

    static String inFewerWords(String svg) {
        var plain = COLOUR.matcher(svg).replaceAll(Drawing::hex);
        plain = USUAL.matcher(plain).replaceAll("").replace(" style=\"\"", "");
        int glyphs = plain.lastIndexOf(LAST_GLYPH) + LAST_GLYPH.length();
        return BITMAP.matcher(
                        withoutTwins(
                                joined(
                                        rounded(plain.substring(0, glyphs), GLYPH_DIGITS)
                                                + rounded(plain.substring(glyphs), DIGITS))))
                .replaceAll(bitmap -> withPalette(bitmap.group()));
    }

    private static String hex(MatchResult colour) {
        var hex = new StringBuilder("#");
        for (int i = 1; i <= 3; i++) {
            hex.append(
                    "%02x".formatted(Math.round(Double.parseDouble(colour.group(i)) * 255 / 100)));
        }
        return hex.toString();
    }

    /** Numbers outside of paths and places are left alone: they stretch what is inside. */
    private static String rounded(String svg, int digits) {
        var paths =
                PATH.matcher(svg)
                        .replaceAll(path -> " d=\"" + relative(path.group(1), digits) + "\"");
        return PLACE.matcher(paths).replaceAll(place -> text(rounded(place, digits)));
    }

    /** A path told by steps from point to point, which are shorter than places. */
    private static String relative(String path, int digits) {
        var told = new StringBuilder();
        var from = new BigDecimal[] {BigDecimal.ZERO, BigDecimal.ZERO};
        var closed = LAST_MOVE.matcher(path).replaceFirst("");
        for (var command : COMMAND.matcher(closed).results().toList()) {
            var letter = command.group(1);
            var places =
                    NUMBER.matcher(command.group(2))
                            .results()
                            .map(place -> rounded(place, digits))
                            .toArray(BigDecimal[]::new);
            boolean isStep = letter.equals("L") || letter.equals("C");
            told.append(isStep ? letter.toLowerCase(Locale.ROOT) : letter);
            for (int i = 0; i < places.length; i++) {
                var number = text(isStep ? places[i].subtract(from[i % 2]) : places[i]);
                told.append(i == 0 || number.startsWith("-") ? "" : " ").append(number);
            }
            if (places.length > 1) {
                from = Arrays.copyOfRange(places, places.length - 2, places.length);
            }
        }
        return told.toString();
    }

    private static BigDecimal rounded(MatchResult number, int digits) {
        return new BigDecimal(number.group()).setScale(digits, RoundingMode.HALF_UP);
    }

    private static String text(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString().replaceFirst("^(-?)0\\.", "$1.");
    }

    /** Neighbours of one style share a group. */
    private static String joined(String svg) {
        var lines = new ArrayList<String>();
        var open = "";
        for (var line : svg.split("\n")) {
            boolean closes = line.equals("</g>");
            if (line.equals(open) && lines.getLast().equals("</g>")) {
                lines.removeLast();
                continue;
            }
            if (line.startsWith("<g style=")) {
                open = line;
            } else if (closes ? lines.getLast().equals("</g>") : !line.startsWith("  <use")) {
                open = "";
            }
            lines.add(line);
        }
        return String.join("\n", lines) + "\n";
    }

    /** What clips in the same way is there once. */
    private static String withoutTwins(String svg) {
        var names = new HashMap<String, String>();
        var twins = new HashMap<String, String>();
        var single =
                CLIP.matcher(svg)
                        .replaceAll(
                                clip -> {
                                    var first = names.putIfAbsent(clip.group(2), clip.group(1));
                                    twins.put(
                                            clip.group(1),
                                            Objects.requireNonNullElse(first, clip.group(1)));
                                    return first == null ? clip.group() : "";
                                });
        return CLIPPED.matcher(single).replaceAll(clip -> "url(#" + twins.get(clip.group(1)) + ")");
    }

    /** Charts have few colours: a palette of the commonest makes them a quarter as large. */
    private static String withPalette(String base64) {
        try {
            var image =
                    ImageIO.read(new ByteArrayInputStream(Base64.getMimeDecoder().decode(base64)));
            int width = image.getWidth();
            int height = image.getHeight();
            int[] points = image.getRGB(0, 0, width, height, null, 0, width);
            int[] colours = commonest(points);
            var model =
                    new IndexColorModel(
                            8, colours.length, colours, 0, true, -1, DataBuffer.TYPE_BYTE);
            var small = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
            small.setRGB(0, 0, width, height, points, 0, width);
            var bytes = new ByteArrayOutputStream();
            ImageIO.write(small, "png", bytes);
            return Base64.getEncoder().encodeToString(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int[] commonest(int[] points) {
        var counts =
                Arrays.stream(points)
                        .boxed()
                        .collect(Collectors.groupingBy(it -> it, Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                .limit(COLOURS)
                .mapToInt(Map.Entry::getKey)
                .toArray();
    }
}
